import type { BoardLine } from '#web/features/reports/queries.ts';
import { useConfirmByPhone } from '#web/features/vacancies/move/changes.ts';
import { Button } from '#web/ui/button.tsx';

/** Records with one tap that the assigned substitute confirmed by phone. */
export function ConfirmByPhone({ line }: { line: BoardLine }) {
  const confirm = useConfirmByPhone(line);
  return (
    <Button className="max-md:flex-1" pending={confirm.isPending} onClick={() => confirm.mutate()}>
      Confirmed by phone<span className="sr-only"> for {line.description}</span>
    </Button>
  );
}
