import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Vacancy } from '#contract/vacancies.ts';
import { useAnswer } from '#web/features/vacancies/answer/use-answer.ts';
import { AnsweredVacancy } from '#web/features/vacancies/card/answered-vacancy.tsx';
import { cardId } from '#web/features/vacancies/card/leave-card.ts';
import { useAnsweredVacancies } from '#web/features/vacancies/card/use-answered-vacancies.ts';
import { ActFailure } from '#web/features/vacancies/move/conflict-line.tsx';
import { openVacancy } from '#web/testing/vacancy.ts';
import { answerCalls, press, says, see, show } from '#test/screen.tsx';

const sentence = 'This vacancy has just been filled.';
const asked = openVacancy({ status: 'pending_approval', requestedById: 9, can: ['approve'] });

function Card({ vacancy }: { vacancy: Vacancy }) {
  const answer = useAnswer(vacancy);
  return (
    <li id={cardId(vacancy.id)}>
      <button type="button" onClick={answer.approve}>
        Approve
      </button>
      <ActFailure error={answer.error} />
      {vacancy.description}
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

/** Approves while the server refuses, and then refetches the list. `now` is the vacancy's reply. */
async function loseRace(now: object, rows: Vacancy[]): Promise<void> {
  answerCalls('', (body) =>
    body === null ? now : Response.json({ error: sentence, code: 'already_filled' }, { status: 409 }),
  );
  const queries = show(<Requests rows={[asked]} />);
  await press('Approve');
  await says(sentence);
  show(<Requests rows={rows} />, queries);
}

const isAnswered = () => expect.poll(() => document.querySelectorAll('button').length).toBe(0);
const refuse = (status: number) => Response.json({ error: 'Not now.', code: 'not_now' }, { status });

test.each([
  ['someone else answered a request first', { ...asked, status: 'filled' }],
  ['its vacancy was deleted', refuse(404)],
])('says in its place that %s, even once the list no longer has it', async (_, now) => {
  await loseRace(now, []);
  await isAnswered();
  expect(document.body.innerText).toContain(sentence);
});

test('the focus announces the reason', async () => {
  await loseRace({ ...asked, status: 'filled' }, []);
  await isAnswered();
  const heading = document.querySelector('h3');
  await see(() => document.activeElement === heading);
  const described = document.getElementById(heading?.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toBe(sentence);
});

test('the focus stays where the person is typing by then', async () => {
  const search = document.body.appendChild(document.createElement('input'));
  search.focus();
  await loseRace({ ...asked, status: 'filled' }, []);
  await isAnswered();
  await userEvent.keyboard('Reed');
  expect(search.value).toBe('Reed');
});

test('keeps the card if the server can’t say whether the request is still waiting', async () => {
  await loseRace(refuse(503), [{ ...asked, description: 'Long division' }]);
  await says('Long division');
  await says('Approve');
});

test('keeps the card if another request has replaced the one that was answered', async () => {
  const other = { ...asked, requestedById: 10 };
  await loseRace(other, [other]);
  await says('Approve');
});
