import { useSignal } from '@preact/signals';
import type { CodePlanResponse } from '@slipway/api-schema/as-code';
import type { ComponentChildren } from 'preact';
import { type DisplayMessage, warningsOf } from '../../api/language.ts';
import { MessageList } from '../../components/message.tsx';
import { Moment } from '../../components/moment.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import type { Column } from '../../components/table.tsx';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { type AppliedAnswer, type AppliedRow, appliedRows, type FieldRow, fieldRows } from './plan.ts';

type Effect = CodePlanResponse['effects'][number];
type Task = Effect['tasks'][number];

interface ShortListProps {
  readonly count: number;
  readonly children: readonly ComponentChildren[];
}

/** The first items of a list, and the number of the other items. */
const ShortList = ({ count, children }: ShortListProps) =>
  count === 0 ? (
    '–'
  ) : (
    <ul class="few">
      {children.map((child, index) => (
        <li key={index}>{child}</li>
      ))}
      {count > children.length && <li>+{count - children.length} more</li>}
    </ul>
  );

const taskLink = ({ id, title, releaseId }: Task) => (
  <Link to={`/releases/${lastSegment(releaseId)}?task=${encodeURIComponent(lastSegment(id))}`}>{title}</Link>
);

const releaseLink = ({ id, title, riskScore }: Effect['releases'][number]) => (
  <>
    <Link to={`/releases/${lastSegment(id)}`}>{title}</Link>
    {riskScore && `, risk ${riskScore.before} → ${riskScore.after}`}
  </>
);

const columns: readonly Column<Effect>[] = [
  { name: 'Changes', cell: ({ kind, path }) => `${kind} ${path}` },
  {
    name: 'Releases in progress',
    cell: ({ runningReleases, releases }) => <ShortList count={runningReleases}>{releases.map(releaseLink)}</ShortList>,
  },
  { name: 'Tasks', cell: ({ taskCount, tasks }) => <ShortList count={taskCount}>{tasks.map(taskLink)}</ShortList> },
  {
    name: 'Waiting gates',
    cell: ({ gateCount, waitingGates }) => <ShortList count={gateCount}>{waitingGates.map(taskLink)}</ShortList>,
  },
  {
    name: 'Triggers',
    cell: ({ triggerCount, triggers, nextFireDate }) => (
      <>
        <ShortList count={triggerCount}>
          {triggers.map(({ title, nextFireDate: next, isDue }) => (
            <>
              {title}
              {next && (
                <>
                  {' '}
                  next run <Moment at={next} />
                </>
              )}
              {isDue && ', may run before this is applied'}
            </>
          ))}
        </ShortList>
        {nextFireDate && (
          <>
            Next run <Moment at={nextFireDate.before} /> → <Moment at={nextFireDate.after} />
          </>
        )}
      </>
    ),
  },
  { name: 'Coverage', cell: ({ isPartial }) => (isPartial ? 'Partial' : 'Complete') },
];

interface Props {
  readonly effects: readonly Effect[];
  readonly from: number;
  readonly goToPage: (from: number) => void;
}

/** The effects of the planned changes on releases and triggers. */
const Effects = ({ effects, from, goToPage }: Props) => (
  <section>
    <h2>Effect on releases and triggers</h2>
    {effects.length === 0 && <p class="empty">No releases in progress are affected.</p>}
    {effects.length > 0 && (
      <PagedTable
        caption="Effects"
        columns={columns}
        rows={effects}
        keyOf={({ kind, id }) => `${kind} ${id}`}
        from={from}
        goToPage={goToPage}
      />
    )}
  </section>
);

const Warnings = ({ messages }: { readonly messages: readonly DisplayMessage[] }) =>
  messages.length === 0 ? null : (
    <section>
      <h2>Warnings</h2>
      <MessageList messages={messages} />
    </section>
  );

const renderValue = (text: string) => (text === '' ? '–' : <pre>{text}</pre>);

const fieldColumns: readonly Column<FieldRow>[] = [
  { name: 'Item', cell: ({ resource: objectName }) => objectName },
  { name: 'Field', cell: ({ field }) => (field === '' ? '–' : field) },
  { name: 'Before', cell: ({ before }) => renderValue(before) },
  { name: 'After', cell: ({ after }) => renderValue(after) },
];

/** The planned changes of each field, with warnings and the effects on releases and triggers. */
export function PlanDetails({ plan }: { readonly plan: CodePlanResponse }) {
  const from = useSignal(0);
  const effectsFrom = useSignal(0);
  return (
    <>
      <Warnings messages={warningsOf(plan)} />
      <section>
        <h2>Planned changes</h2>
        {plan.isSame && <p class="empty">No changes. Everything matches.</p>}
        {!plan.isSame && (
          <PagedTable
            caption="Planned changes"
            columns={fieldColumns}
            rows={fieldRows(plan)}
            keyOf={({ key }) => key}
            from={from.value}
            goToPage={(to) => {
              from.value = to;
            }}
          />
        )}
      </section>
      {!plan.isSame && (
        <Effects
          effects={plan.effects}
          from={effectsFrom.value}
          goToPage={(to) => {
            effectsFrom.value = to;
          }}
        />
      )}
    </>
  );
}

const viewPaths: Readonly<Record<string, string>> = { Template: '/templates/', Release: '/releases/' };

const appliedColumns: readonly Column<AppliedRow>[] = [
  {
    name: 'Item',
    cell: ({ kind, id }) => {
      const view = viewPaths[kind];
      return view === undefined ? id : <Link to={`${view}${lastSegment(id)}`}>{id}</Link>;
    },
  },
  { name: 'Kind', cell: ({ kind }) => kind },
  { name: 'Action', cell: ({ action }) => action },
];

/** The created and changed objects. */
export function AppliedChanges({ applied }: { readonly applied: AppliedAnswer }) {
  const from = useSignal(0);
  const rows = appliedRows(applied);
  return (
    <>
      <Warnings messages={warningsOf(applied)} />
      <section>
        <h2>Applied changes</h2>
        {rows.length === 0 && <p class="empty">No changes. Everything matched.</p>}
        {rows.length > 0 && (
          <PagedTable
            caption="Applied changes"
            columns={appliedColumns}
            rows={rows}
            keyOf={({ kind, id, action }) => `${kind} ${id} ${action}`}
            from={from.value}
            goToPage={(to) => {
              from.value = to;
            }}
          />
        )}
      </section>
    </>
  );
}
