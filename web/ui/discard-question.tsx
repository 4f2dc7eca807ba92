import { Button } from '#web/ui/button.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { useQuestion } from '#web/ui/unsaved.ts';

/** Asks before text is lost. It is rendered once per page, above any open dialog. */
export function DiscardQuestion() {
  const { question, keep, discard } = useQuestion();
  return question === null ? null : (
    <Dialog
      isPrompt
      onClose={keep}
      title={question.title}
      role="alertdialog"
      footer={
        <>
          <CloseButton data-autofocus="">{question.keep}</CloseButton>
          <Button variant="danger" onClick={discard}>
            {question.discard}
          </Button>
        </>
      }
    >
      <p>{question.text}</p>
    </Dialog>
  );
}
