import { useCallback } from "react";
import { useStore } from "zustand";
import type { Session } from "../../state/session";
import { CloseQuestion } from "./close-question";
import { PasteQuestion } from "./paste-question";
import { QuitQuestion } from "./quit-question";
import { ResetKeysQuestion } from "./reset-keys-question";

/** The question that stands, if one does. */
export function Questions({ session }: { readonly session: Session }) {
  const question = useStore(session.view, (state) => state.question);
  const asked = useCallback(() => session.quitIsAsked(), [session]);
  const yes = () => session.commands.answer(true);
  const no = () => session.commands.answer(false);
  switch (question?.kind) {
    case undefined:
      return null;
    case "close-terminal":
    case "close-workspace":
      return <CloseQuestion session={session} question={question} onConfirm={yes} onCancel={no} />;
    case "paste":
      return <PasteQuestion text={question.text} onConfirm={yes} onCancel={no} />;
    case "reset-keys":
      return <ResetKeysQuestion own={question.own} onConfirm={yes} onCancel={no} />;
    case "quit":
      return (
        <QuitQuestion session={session} plan={question.plan} onAsked={asked} onConfirm={yes} onCancel={no} />
      );
  }
}
