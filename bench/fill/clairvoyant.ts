import { bestPlan } from '#domain/assignment.ts';
import { allDays, days, type Town } from '#bench/fill/world.ts';
import { isFree, isQualified, wouldTake } from '#bench/fill/behavior.ts';
import type { Outcome } from '#bench/fill/simulate.ts';

/** Returns the share that the best plan would fill if everyone's willingness were known and everyone looked. */
export function clairvoyant(town: Town): Outcome {
  const ofLead: Outcome['ofLead'] = new Map();
  const ofSchool = town.schools.map(() => ({ vacancies: 0, filled: 0 }));
  let vacancies = 0;
  let filled = 0;
  for (let day = days.warmUp; day < allDays; day += 1) {
    const all = town.vacancies.filter((one) => one.day === day);
    const options = all.map((vacancy) =>
      (town.ofSchool[vacancy.school] ?? [])
        .filter(
          (one) =>
            town.substitutes[one]?.isActive === true &&
            isFree(town, one, day) &&
            isQualified(town, one, vacancy) &&
            wouldTake(town, one, vacancy),
        )
        .map((substitute) => ({ substitute, cost: 0 })),
    );
    for (const [nth, chosen] of bestPlan(options, town.substitutes.length, 1).chosen.entries()) {
      const vacancy = all[nth];
      if (vacancy === undefined) continue;
      const lead = ofLead.get(vacancy.lead) ?? { vacancies: 0, filled: 0 };
      ofLead.set(vacancy.lead, lead);
      for (const count of [lead, ofSchool[vacancy.school]]) {
        if (count === undefined) continue;
        count.vacancies += 1;
        if (chosen !== null) count.filled += 1;
      }
      vacancies += 1;
      if (chosen !== null) filled += 1;
    }
  }
  return { vacancies, filled, messages: filled, ofLead, ofSchool };
}
