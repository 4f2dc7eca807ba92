import { productName } from '#domain/product.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Banner } from '#web/ui/banner.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { showToast } from '#web/ui/toast.ts';

/** Shows the recovery codes, once: to copy, download or write down. */
export function RecoveryCodes({ codes, username }: { codes: readonly string[]; username: string }) {
  const text = `Recovery codes of ${productName} for ${username}\nEach works once, in place of a code from the app.\n\n${codes.join('\n')}\n`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ title: 'Codes copied' });
    } catch {
      showToast({
        title: 'Copy the codes by hand',
        text: 'Your browser blocked copying. You can also download them.',
      });
    }
  };
  return (
    <div className="grid gap-4">
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
        <Button icon={icons.copy} onClick={() => void copy()}>
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
    </div>
  );
}
