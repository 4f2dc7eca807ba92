import { productName } from '#domain/product.ts';
import { useSession } from '#web/session/session.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { copyText } from '#web/ui/copy.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';

/** Shows the recovery codes, once: to copy, download or write down. Asks before Esc or Back closes them. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { username } = useSession();
  const text = `Recovery codes of ${productName} for ${username}\nEach works once, in place of a code from the app.\n\n${codes.join('\n')}\n`;
  return (
    <Dialog
      onClose={onClose}
      title="Your recovery codes"
      dirty
      loss={{
        title: 'Close without the recovery codes?',
        text: 'The codes are shown only once. Without them you can’t sign in if you lose your phone.',
        discard: 'Close',
        keep: 'Keep open',
      }}
      footer={
        <Button variant="filled" onClick={onClose}>
          I’ve saved them
        </Button>
      }
    >
      <Banner tone="pending" icon={icons.key} title="Keep these codes away from your phone">
        If you lose it, each code signs you in once. They won’t be shown again.
      </Banner>
      <ol
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1.5 rounded-control bg-subtle px-4 py-3.5 font-mono text-label text-ink sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button
          icon={icons.copy}
          onClick={() => void copyText(text, 'Codes copied', 'You can download them or write them down.')}
        >
          Copy codes
        </Button>
        <a
          className={buttonClass()}
          download="firstbell-recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          <Icon shape={icons.download} size="small" />
          Download codes
        </a>
      </div>
    </Dialog>
  );
}
