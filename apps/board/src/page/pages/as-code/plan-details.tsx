import { useSignal } from '@preact/signals';
import type { CodePlanResponse } from '@slipway/api-schema/as-code';
import type { ComponentChildren } from 'preact';
import CircleCheck from '~icons/lucide/circle-check';
import { type DisplayMessage, warningsOf } from '../../api/language.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { MessageList } from '../../components/message.tsx';
import { Moment } from '../../components/moment.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { type Column, Pager, pageSize } from '../../components/table.tsx';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { isPrinting } from '../../navigation/print.ts';
import { plural, t } from '../../navigation/text.ts';
import { AppliedItem } from './applied-item.tsx';
import { type AppliedAnswer, type AppliedRow, appliedRows, type ChangedObject, changedObjects } from './plan.ts';

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
    {riskScore && t`, risk ${riskScore.before} → ${riskScore.after}`}
  </>
);

const columns: readonly Column<Effect>[] = [
  { name: t('Changes'), cell: ({ kind, path }) => `${kind} ${path}` },
  {
    name: t('Live releases'),
    cell: ({ runningReleases, releases }) => <ShortList count={runningReleases}>{releases.map(releaseLink)}</ShortList>,
  },
  { name: t('Tasks'), cell: ({ taskCount, tasks }) => <ShortList count={taskCount}>{tasks.map(taskLink)}</ShortList> },
  {
    name: t('Waiting gates'),
    cell: ({ gateCount, waitingGates }) => <ShortList count={gateCount}>{waitingGates.map(taskLink)}</ShortList>,
  },
  {
    name: t('Triggers'),
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
              {isDue && t(', may run before this is applied')}
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
  { name: t('Coverage'), cell: ({ isPartial }) => (isPartial ? t('Partial') : t('Complete')) },
];

interface Props {
  readonly effects: readonly Effect[];
  readonly from: number;
  readonly goToPage: (from: number) => void;
}

/** The effects of the planned changes on releases and triggers. */
const Effects = ({ effects, from, goToPage }: Props) => (
  <section class="effects">
    <h3>Effect on releases and triggers</h3>
    {effects.length === 0 && <p class="empty">No live releases or triggers are affected.</p>}
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
    <section class="plan-warnings">
      <h3>Warnings</h3>
      <MessageList messages={messages} />
    </section>
  );

/** The numbers of created and changed objects. */
const Summary = ({ plan: { changes } }: PlanProps) => {
  const created = changes.filter(({ action }) => action === 'create').length;
  return (
    <p class="plan-summary">
      <span>
        <b class="done-text">+{created}</b> to create
      </span>
      <span>
        <b class="runs-text">~{changes.length - created}</b> to change
      </span>
    </p>
  );
};

/** The value of a field before or after the apply. */
const Value = ({ text, kind }: { readonly text: string; readonly kind: 'before' | 'after' }) => (
  <td class={text === '' ? 'not-set' : kind} data-name={kind === 'before' ? t('Before') : t('After')}>
    {text === '' ? t('not set') : <pre>{text}</pre>}
  </td>
);

interface ChangeProps {
  readonly change: ChangedObject;
  /** Whether the fields of the object are shown first. */
  readonly isOpen: boolean;
}

/** An object that the apply creates or changes, with its changed fields. Unchanged fields are left out. */
function Change({ change: { kind, path, isNew, fields }, isOpen }: ChangeProps) {
  const count = plural(fields.length, '# field', '# fields');
  return (
    <details class="change" open={isOpen}>
      <summary>
        <span class={isNew ? 'diff-mark added' : 'diff-mark changed'} aria-hidden="true">
          {isNew ? '+' : '~'}
        </span>
        <b>{kind}</b>
        <bdi>{path}</bdi>
        <span class="sub">
          {isNew ? t('new') : t('changed')}
          {fields.length > 0 && `, ${count}`}
        </span>
      </summary>
      {fields.length > 0 && (
        <table class="diff">
          <caption class="unseen">
            Changed fields of {kind} {path}
          </caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              {!isNew && <th scope="col">Before</th>}
              <th scope="col">{isNew ? t('Value') : t('After')}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ field, before, after }, index) => (
              <tr key={index}>
                <th scope="row">
                  <code>{field}</code>
                </th>
                {!isNew && <Value text={before} kind="before" />}
                <Value text={after} kind="after" />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}

/** The number of objects whose fields are shown first. */
const openChanges = 20;

interface PlanProps {
  readonly plan: CodePlanResponse;
}

function Changes({ plan }: PlanProps) {
  const from = useSignal(0);
  const changes = changedObjects(plan);
  const shown = isPrinting.value ? changes : changes.slice(from.value, from.value + pageSize);
  return (
    <section aria-label="Planned changes">
      {shown.map((change, index) => (
        <Change key={from.value + index} change={change} isOpen={index < openChanges} />
      ))}
      {!isPrinting.value && (
        <Pager
          from={from.value}
          count={shown.length}
          hasMore={from.value + shown.length < changes.length}
          goToPage={(to) => {
            from.value = to;
          }}
        />
      )}
    </section>
  );
}

/** The planned changes of each object, with warnings and the effects on releases and triggers. */
export function PlanDetails({ plan }: PlanProps) {
  const effectsFrom = useSignal(0);
  return (
    <>
      <Warnings messages={warningsOf(plan)} />
      {plan.isSame ? (
        <EmptyState icon={CircleCheck} text="No changes. Everything matches." />
      ) : (
        <>
          <Summary plan={plan} />
          <Changes plan={plan} />
          <Effects
            effects={plan.effects}
            from={effectsFrom.value}
            goToPage={(to) => {
              effectsFrom.value = to;
            }}
          />
        </>
      )}
    </>
  );
}

const appliedColumns: readonly Column<AppliedRow>[] = [
  { name: t('Item'), cell: (row) => <AppliedItem key={row.id} row={row} /> },
  { name: t('Kind'), cell: ({ kind }) => kind },
  { name: t('Action'), cell: ({ action }) => action },
];

/** The created and changed objects. */
export function AppliedChanges({ applied }: { readonly applied: AppliedAnswer }) {
  const from = useSignal(0);
  const rows = appliedRows(applied);
  return (
    <>
      <Warnings messages={warningsOf(applied)} />
      <section>
        {rows.length === 0 && <EmptyState icon={CircleCheck} text="No changes. Everything matched." />}
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
