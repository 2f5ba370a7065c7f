import { DisposableStore } from "../base/disposable";
import { after, pagePresence, pageVisibility } from "../bridge/page";
import { Graphics } from "./graphics";
import { pageTrial, trialDraw } from "./trialDraw";

/** What decides about WebGL for all terminals of this page. */
export function pageGraphics(): Graphics {
  return new Graphics({
    load: async () => (await import("@xterm/addon-webgl")).WebglAddon,
    trial: () =>
      trialDraw({
        ...pageTrial,
        screen: { width: window.innerWidth, height: window.innerHeight, ratio: window.devicePixelRatio },
      }),
    after,
    looked(listener) {
      const store = new DisposableStore();
      store.add(pageVisibility.onChange(() => pageVisibility.visible && listener()));
      store.add(pagePresence.came(listener));
      return store;
    },
    now: () => performance.now(),
  });
}
