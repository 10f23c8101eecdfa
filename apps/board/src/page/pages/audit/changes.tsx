import { useSignal } from '@preact/signals';
import type { AuditResponse } from '@slipway/api-schema/audit';
import { ExactMoment } from '../../components/exact-moment.tsx';
import { None } from '../../components/moment.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Link } from '../../navigation/link.tsx';
import { t } from '../../navigation/text.ts';
import { type ChangeRow, changeRows, type ShownValue } from './change-rows.ts';

/** Returns the title and the path of a folder, release or template; an empty object for other ids. */
export type Describe = (id: string) => { readonly title?: string; readonly to?: string };

interface ValueProps {
  readonly value: ShownValue;
  readonly describe: Describe;
}

/** A text, a time, or a link to the object with this id. The tooltip has the stored value. */
function Value({ value: { text, stored, objectId, to }, describe }: ValueProps) {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return <ExactMoment at={text} />;
  const object = objectId === undefined ? {} : describe(objectId);
  const path = to ?? object.to;
  return path === undefined ? (
    <bdi title={stored}>{text}</bdi>
  ) : (
    <Link to={path} title={stored}>
      {object.title ?? text}
    </Link>
  );
}

function Values({ values, describe }: { readonly values: readonly ShownValue[]; readonly describe: Describe }) {
  if (values.length === 0) return <None />;
  return (
    <>
      {values.map((value, index) => (
        <div key={index}>
          <Value value={value} describe={describe} />
        </div>
      ))}
    </>
  );
}

/** Returns the columns of the fields. A created object has no column Before, and a deleted one has no column After. */
function columnsOf({ before, after }: AuditResponse, describe: Describe): readonly Column<ChangeRow>[] {
  const hasValue = (value: unknown): boolean => value !== undefined && value !== null;
  const field: Column<ChangeRow> = { name: t('Field'), cell: ({ label }) => <bdi>{label}</bdi> };
  const previous: Column<ChangeRow> = {
    name: t('Before'),
    cell: (row) => <Values values={row.before} describe={describe} />,
  };
  const current: Column<ChangeRow> = {
    name: t('After'),
    cell: (row) => <Values values={row.after} describe={describe} />,
  };
  return [field, ...(hasValue(before) ? [previous] : []), ...(hasValue(after) ? [current] : [])];
}

const keyOf = ({ key }: ChangeRow): string => key;

interface Props {
  readonly entry: AuditResponse;
  readonly describe: Describe;
}

/** The values before and after the action, if the entry has them. */
export function Changes({ entry, describe }: Props) {
  const { before, after, subject } = entry;
  const isOpen = useSignal(false);
  if (before === undefined && after === undefined) return <None />;
  const title = subject === undefined ? t('this entry') : (describe(subject).title ?? subject);
  const name = t`Changes of ${title}`;
  return (
    <details class="more changes" onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
      <summary aria-label={t`Show changes of ${title}`}>Show</summary>
      {isOpen.value && (
        <Table caption={name} columns={columnsOf(entry, describe)} rows={changeRows(before, after)} keyOf={keyOf} />
      )}
    </details>
  );
}
