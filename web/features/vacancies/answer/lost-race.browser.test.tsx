import { expect, test } from 'vitest';
import type { Vacancy } from '#contract/vacancies.ts';
import { useAnswer } from '#web/features/vacancies/answer/use-answer.ts';
import { AnsweredVacancy } from '#web/features/vacancies/card/answered-vacancy.tsx';
import { useAnsweredVacancies } from '#web/features/vacancies/card/use-answered-vacancies.ts';
import { ActFailure } from '#web/features/vacancies/move/conflict-line.tsx';
import { openVacancy } from '#web/testing/vacancy.ts';
import { answerCalls, press, says, show } from '#test/screen.tsx';

const sentence = 'This vacancy has just been filled.';
const asked = openVacancy({ status: 'pending_approval', requestedById: 9, can: ['approve'] });

function Card({ vacancy }: { vacancy: Vacancy }) {
  const answer = useAnswer(vacancy);
  return (
    <li>
      <button type="button" onClick={answer.approve}>
        Approve
      </button>
      <ActFailure error={answer.error} />
    </li>
  );
}

function Requests({ rows }: { rows: Vacancy[] }) {
  const { shown, keptOf, provide } = useAnsweredVacancies(rows);
  return provide(
    <ul>
      {shown.map((vacancy) => {
        const kept = keptOf(vacancy.id);
        return kept === null ? (
          <Card key={vacancy.id} vacancy={vacancy} />
        ) : (
          <AnsweredVacancy key={vacancy.id} vacancy={vacancy} kept={kept} />
        );
      })}
    </ul>,
  );
}

/** Approves while the server refuses, and then refetches the list without the row. */
async function loseRace(now: Vacancy): Promise<void> {
  answerCalls('', (body) =>
    body === null ? now : Response.json({ error: sentence, code: 'already_filled' }, { status: 409 }),
  );
  const queries = show(<Requests rows={[asked]} />);
  await press('Approve');
  await says(sentence);
  show(<Requests rows={now.status === asked.status ? [now] : []} />, queries);
}

test('says in its place that someone else answered a request first, even once the list no longer has it', async () => {
  await loseRace({ ...asked, status: 'filled' });
  await expect.poll(() => document.querySelectorAll('button').length).toBe(0);
  expect(document.body.innerText).toContain(sentence);
});

test('keeps the card if another request has replaced the one that was answered', async () => {
  await loseRace({ ...asked, requestedById: 10 });
  await says('Approve');
});
