import type { Entity } from '../../api/entity.ts';
import { displayMessage } from '../../api/language.ts';
import { StatusLabel } from '../../components/marks/status.tsx';
import { Message } from '../../components/message.tsx';
import { AddressedTable } from '../../components/paged-table.tsx';
import { Refusal } from '../../components/refusal.tsx';
import type { Column } from '../../components/table.tsx';
import { lastSegment, triggerPath } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { plural, t } from '../../navigation/text.ts';
import type { Consistency, Finding } from './responses.ts';

/** The object of a finding, with a link if it has a view. */
function FindingTarget({ id }: Pick<Finding, 'id'>) {
  const release = id.split('/').find((part) => /^Release[0-9a-zA-Z]/.test(part));
  const last = lastSegment(id);
  if (release !== undefined) return <Link to={`/releases/${encodeURIComponent(release)}`}>{last}</Link>;
  if (!last.startsWith('Trigger')) return last;
  return <Link to={triggerPath(last)}>{last}</Link>;
}

const columns: readonly Column<Finding>[] = [
  { name: t('Problem'), cell: (finding) => <Message message={displayMessage(finding)} /> },
  { name: t('Found in'), cell: ({ id }) => <FindingTarget id={id} /> },
];

interface Props {
  readonly consistency: Entity<Consistency>;
}

/** The result of the consistency check. */
export function ConsistencyReport({ consistency: { value, refusal, retry } }: Props) {
  const report = value.value;
  return (
    <section class="card">
      <header>
        <h2>Consistency</h2>
        {report && (
          <span class="end">
            <StatusLabel
              tone={report.ok ? 'done' : 'failed'}
              label={report.ok ? t('No problems found') : plural(report.count, '# problem', '# problems')}
            />
          </span>
        )}
      </header>
      <Refusal message={refusal.value} retry={retry} />
      {report && (
        <p class="body">
          {report.releases} live releases and {report.triggers} enabled triggers checked
        </p>
      )}
      {report && report.findings.length > 0 && (
        <AddressedTable
          name="findings"
          caption="Problems"
          columns={columns}
          rows={report.findings}
          keyOf={({ kind, id, sentence }) => `${kind} ${id} ${sentence}`}
        />
      )}
    </section>
  );
}
