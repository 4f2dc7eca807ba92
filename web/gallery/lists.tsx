import { useState } from 'react';
import { Chapter, Specimen } from '#web/gallery/specimen.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CountPanel } from '#web/ui/count-panel.tsx';
import { DayLine } from '#web/ui/day-line.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { SectionHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { Skeleton, SkeletonRows } from '#web/ui/loading.tsx';
import { EmptyState, ErrorState } from '#web/ui/page-state.tsx';
import { PersonCard, PersonList } from '#web/ui/person-card.tsx';
import { Steps } from '#web/ui/steps.tsx';
import { Table } from '#web/ui/table.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

const rows = [
  { id: 1, date: 'November 3, 2026', teacher: 'Joan Haugen', who: 'Hannah Becker', tone: 'filled', status: 'Filled' },
  { id: 2, date: 'November 20, 2026', teacher: 'Maya Okafor', who: 'No one yet', tone: 'open', status: 'Open' },
] as const;

export function Lists() {
  const [tab, setTab] = useState<'pending' | 'open' | 'filled'>('pending');
  return (
    <Chapter title="Lists and states">
      <Specimen name="Count panel" wide>
        <CountPanel
          counts={[
            { label: 'Open Vacancies', value: 4, note: '2 pending', noteIsPending: true },
            { label: 'Approved Teachers', value: 38 },
            { label: 'Approved Substitutes', value: 14, note: '3 pending', noteIsPending: true },
            { label: 'Bereavement', value: 0 },
            { label: 'Filled Vacancies', value: 12, note: 'this month' },
          ]}
        />
      </Specimen>
      <Specimen name="Tabs" wide>
        <Tabs
          label="Vacancies"
          tabs={[
            { id: 'pending', label: 'Pending Requests', count: 3 },
            { id: 'open', label: 'Open Vacancies', count: 2 },
            { id: 'filled', label: 'Filled Vacancies', count: 6 },
          ]}
          current={tab}
          onChange={setTab}
        >
          <p>The content of {tab}.</p>
        </Tabs>
      </Specimen>
      <Specimen name="People" wide>
        <SectionHeader title="Substitute applications" count={2} />
        <PersonList>
          {['Priya Natarajan', 'Luis Ortega'].map((name) => (
            <PersonCard
              key={name}
              name={name}
              meta="Registered November 18, 2026 · Math, Science"
              badges={<Badge>Active</Badge>}
              actions={
                <>
                  <Button variant="plain">Reject</Button>
                  <Button>Details</Button>
                  <Button variant="filled">Accept</Button>
                </>
              }
            />
          ))}
        </PersonList>
      </Specimen>
      <Specimen name="Table, cards on phones" wide>
        <div className="card">
          <Table
            caption="Vacancies in November 2026"
            rows={rows}
            keyOf={(row) => row.id}
            columns={[
              { head: 'Date', phone: 'title', renderCell: (row) => row.date },
              { head: 'Teacher', renderCell: (row) => row.teacher },
              { head: 'Substitute', phone: 'labeled', renderCell: (row) => row.who },
              {
                head: 'Status',
                phone: 'corner',
                end: true,
                renderCell: (row) => <Badge tone={row.tone}>{row.status}</Badge>,
              },
            ]}
          />
        </div>
      </Specimen>
      <Specimen name="Banners">
        <div className="grid gap-3">
          <Banner>Nothing is sent until you publish.</Banner>
          <Banner tone="open">Two more positions are open.</Banner>
          <Banner tone="pending" title="Just requested by someone else" actions={<Button>See what is open</Button>}>
            This vacancy has just been requested by someone else.
          </Banner>
          <Banner tone="success">Everything is filled.</Banner>
          <Banner tone="danger">An error occurred during login. Please try again.</Banner>
        </div>
      </Specimen>
      <Specimen name="Day line, facts, steps">
        <div className="card grid gap-5 p-5">
          <DayLine start={8} end={12} />
          <DayLine start={12.5} end={15} muted />
          <DayLine start={5.5} end={18} />
          <Facts
            facts={[
              { label: 'School', value: 'Cedar Hollow Elementary' },
              { label: 'Teacher', value: 'Joan Haugen' },
              { label: 'Notes', value: 'Plans are on the desk.', wide: true },
            ]}
          />
          <Steps
            steps={[
              { title: 'You registered', text: 'November 18, 2026', done: true },
              { title: 'An administrator reviews', text: 'Usually within one school day' },
            ]}
          />
        </div>
      </Specimen>
      <Specimen name="Empty">
        <EmptyState
          icon={icons.search}
          title="No vacancies available"
          level={3}
          action={<Button>Choose schools</Button>}
        >
          New ones appear here.
        </EmptyState>
      </Specimen>
      <Specimen name="Failed">
        <ErrorState title="Vacancies could not be loaded" level={3} onRetry={() => undefined}>
          The service is starting again. Your data is safe.
        </ErrorState>
      </Specimen>
      <Specimen name="Loading" wide>
        <SkeletonRows />
        <Skeleton className="mt-3 h-5 w-24 rounded-[6px]" />
      </Specimen>
    </Chapter>
  );
}
