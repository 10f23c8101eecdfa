import { useSignal } from '@preact/signals';
import type { CodePlanResponse } from '@slipway/api-schema/as-code';
import { type DisplayMessage, warningsOf } from '../../api/language.ts';
import { MessageList } from '../../components/message.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import type { Column } from '../../components/table.tsx';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { Effects } from './effects.tsx';
import { type AppliedAnswer, type AppliedRow, appliedRows, type FieldRow, fieldRows } from './plan.ts';

const Warnings = ({ messages }: { readonly messages: readonly DisplayMessage[] }) =>
  messages.length === 0 ? null : (
    <section>
      <h2>Warnings</h2>
      <MessageList messages={messages} />
    </section>
  );

const renderValue = (text: string) => (text === '' ? '–' : <pre>{text}</pre>);

const fieldColumns: readonly Column<FieldRow>[] = [
  { name: 'What', cell: ({ resource: objectName }) => objectName },
  { name: 'Field', cell: ({ field }) => (field === '' ? '–' : field) },
  { name: 'Before', cell: ({ before }) => renderValue(before) },
  { name: 'After', cell: ({ after }) => renderValue(after) },
];

/** What documents would change, field by field, and what that means to what runs. */
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
            caption="Changes"
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
    name: 'What',
    cell: ({ kind, id }) => {
      const view = viewPaths[kind];
      return view === undefined ? id : <Link to={`${view}${lastSegment(id)}`}>{id}</Link>;
    },
  },
  { name: 'Kind', cell: ({ kind }) => kind },
  { name: 'Step', cell: ({ action }) => action },
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
            caption="Done"
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
