import { useEffect, useState } from "react";
import { seconds } from "../domain/wording";

/** The time since a moment (ms), counted in full seconds. */
export function Elapsed({ since }: { readonly since: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span>{seconds(now - since)}</span>;
}
