import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { periodNames } from '#domain/bell.ts';
import { QueryError } from '#web/api/query-error.tsx';
import { BellForm } from '#web/screens/school-admin/manage-school/cover/bell-form.tsx';
import type { ReadSchedules } from '#web/screens/school-admin/manage-school/cover/import-bells.tsx';
import { coverSettingsQuery, timetablesQuery } from '#web/screens/school-admin/manage-school/cover/queries.ts';
import { RulesForm } from '#web/screens/school-admin/manage-school/cover/rules-form.tsx';
import { TemplateForm } from '#web/screens/school-admin/manage-school/cover/template-form.tsx';
import { Timetables } from '#web/screens/school-admin/manage-school/cover/timetables.tsx';
import { useLayer } from '#web/navigation/use-layer.ts';
import { counted } from '#web/words/time.ts';
import { Button } from '#web/ui/button.tsx';
import { Loading, SkeletonRows } from '#web/ui/loading.tsx';

/**
 * Shows the three parts of cover by colleagues: bells, timetables and rules. Without bells, it shows only the first.
 */
export function CoverSetup() {
  const settings = useQuery(coverSettingsQuery);
  const timetables = useQuery(timetablesQuery);
  const layer = useLayer('cover');
  const [read, setRead] = useState<ReadSchedules | null>(null);
  const failed = [settings, timetables].find((query) => query.isError && query.data === undefined);
  if (failed !== undefined) return <QueryError query={failed} level={3} title="The settings could not be loaded" />;
  if (settings.data === undefined || timetables.data === undefined)
    return <Loading when label="Loading the settings" skeleton={<SkeletonRows plain />} />;
  const { bell } = settings.data;
  const isNew = bell.schedules.length === 0;
  const { teachers } = timetables.data;
  const known = teachers.filter(({ slots }) => slots.length > 0).length;
  const rows = [
    {
      key: 'bells',
      title: 'Bell schedules',
      text: `${bell.schedules.map(({ name }) => name).join(', ')}. ${counted(periodNames(bell).length, 'period')}.`,
      label: 'Edit bell schedules',
    },
    {
      key: 'teachers',
      title: 'Who teaches when',
      text: `${known} of ${counted(teachers.length, 'teacher')} entered.`,
      label: 'Edit who teaches when',
    },
    {
      key: 'rules',
      title: 'Rules',
      text: 'The order in which colleagues are asked, and their limits.',
      label: 'Edit rules',
    },
  ];
  return (
    <>
      {isNew ? (
        <TemplateForm
          saved={settings.data}
          onRead={(schedules) => {
            setRead(schedules);
            layer.show('bells');
          }}
        />
      ) : (
        <ul className="divide-y divide-line">
          {rows.map(({ key, title, text, label }) => (
            <li key={key} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
              <div className="min-w-0 flex-[1_1_12rem]">
                <h3 className="text-body font-semibold text-ink">{title}</h3>
                <p className="text-label wrap-anywhere text-ink-3">{text}</p>
              </div>
              <Button aria-haspopup="dialog" onClick={() => layer.show(key)}>
                {label}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {layer.open === 'bells' && (!isNew || read !== null) ? (
        <BellForm saved={settings.data} read={isNew ? read : null} onClose={layer.close} />
      ) : null}
      {layer.open === 'teachers' && !isNew ? (
        <Timetables teachers={teachers} periods={periodNames(bell)} onClose={layer.close} />
      ) : null}
      {layer.open === 'rules' && !isNew ? <RulesForm saved={settings.data} onClose={layer.close} /> : null}
    </>
  );
}
