/**
 * The life cycle of vacancies, implemented again without any of the product's code: the state of a small district of
 * two schools and three substitutes after an act, or that the act is refused. The server is compared with it.
 */
export type Vacancy = {
  school: number;
  day: number;
  /** Hours of the day. */
  from: number;
  to: number;
  status: 'open' | 'asked' | 'filled';
  /** The requesting or assigned substitute. */
  who: number | null;
  confirmed: boolean;
  gone: boolean;
};

export type Model = { vacancies: readonly Vacancy[] };

type At = { vacancy: number };
export type Act =
  | { type: 'post'; school: number; day: number; part: 'full' | 'morning' | 'afternoon' }
  | (At & {
      type: 'request' | 'withdraw' | 'decline' | 'undecline' | 'confirm' | 'cannotCome' | 'cancel';
      substitute: number;
    })
  | (At & { type: 'reject' | 'release' | 'remove'; by: 'teacher' | 'admin'; school: number })
  | (At & { type: 'approve'; by: 'teacher' | 'admin'; school: number; substitute: number })
  | (At & { type: 'assign'; school: number; substitute: number });

/** The schools where each substitute works. */
export const worksAt: readonly (readonly number[])[] = [[0, 1], [0, 1], [1]];

const hours = { full: [8, 15], morning: [8, 12], afternoon: [12, 15] } as const;

/** Returns the district after an act. Returns null if the act is refused and nothing changes. */
export function after(model: Model, act: Act): Model | null {
  if (act.type === 'post') {
    const [from, to] = hours[act.part];
    return {
      vacancies: [
        ...model.vacancies,
        { school: act.school, day: act.day, from, to, status: 'open', who: null, confirmed: false, gone: false },
      ],
    };
  }
  const vacancy = model.vacancies[act.vacancy];
  if (vacancy === undefined || vacancy.gone) return null;
  const changed = (change: Partial<Vacancy>): Model => ({
    vacancies: model.vacancies.map((other, at) => (at === act.vacancy ? { ...other, ...change } : other)),
  });
  const open = { status: 'open', who: null, confirmed: false } as const;
  const { status, who } = vacancy;
  if ('school' in act && act.school !== vacancy.school) return null;
  if ('substitute' in act && worksAt[act.substitute]?.includes(vacancy.school) !== true) return null;
  switch (act.type) {
    case 'request':
      return status === 'open' && !isBooked(model, act.substitute, vacancy)
        ? changed({ status: 'asked', who: act.substitute })
        : null;
    case 'withdraw':
      return status === 'asked' && who === act.substitute ? changed(open) : null;
    case 'decline':
      return status === 'open' ? model : null;
    case 'undecline':
      return model;
    case 'approve':
      return status === 'asked' && who === act.substitute
        ? withoutClashes(changed({ status: 'filled', confirmed: true }), act.vacancy)
        : null;
    case 'reject':
      return status === 'asked' ? changed(open) : null;
    case 'assign':
      return status !== 'filled' && !isBooked(model, act.substitute, vacancy)
        ? withoutClashes(
            changed({ status: 'filled', who: act.substitute, confirmed: who === act.substitute }),
            act.vacancy,
          )
        : null;
    case 'confirm':
      return status === 'filled' && who === act.substitute ? changed({ confirmed: true }) : null;
    case 'cannotCome':
      return status === 'filled' && who === act.substitute && !vacancy.confirmed ? changed(open) : null;
    case 'cancel':
      return status === 'filled' && who === act.substitute ? changed(open) : null;
    case 'release':
      return status === 'filled' ? changed(open) : null;
    case 'remove':
      return changed({ gone: true });
  }
}

function overlap(a: Vacancy, b: Vacancy): boolean {
  return a.day === b.day && a.from < b.to && b.from < a.to;
}

function isBooked({ vacancies }: Model, substitute: number, vacancy: Vacancy): boolean {
  return vacancies.some(
    (other) => !other.gone && other.status === 'filled' && other.who === substitute && overlap(other, vacancy),
  );
}

/** A booked substitute requests nothing else at that time. */
function withoutClashes({ vacancies }: Model, filled: number): Model {
  const booked = vacancies[filled];
  if (booked === undefined) return { vacancies };
  return {
    vacancies: vacancies.map((other, at) =>
      at !== filled && !other.gone && other.status === 'asked' && other.who === booked.who && overlap(other, booked)
        ? { ...other, status: 'open', who: null }
        : other,
    ),
  };
}
