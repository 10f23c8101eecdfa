import type { AuditAnswer } from '@slipway/wire';
import { type Folder, folderNamed } from '../../live/folders.ts';
import { Moment, None } from '../../parts/moment.tsx';
import type { Column } from '../../parts/table.tsx';
import { Link } from '../../place/link.tsx';
import type { Plan } from './use-plans.ts';
import { actionWords } from './words.ts';

/** The values before and after, if an entry has them. */
function Changes({ line: { before, after, subject } }: { readonly line: AuditAnswer }) {
  if (before === undefined && after === undefined) return <None />;
  return (
    <details class="more">
      <summary aria-label={`Show what was changed of ${subject ?? 'it'}`}>Show</summary>
      {before !== undefined && before !== null && (
        <>
          <p>Before</p>
          <pre>{JSON.stringify(before, null, 2)}</pre>
        </>
      )}
      {after !== undefined && after !== null && (
        <>
          <p>After</p>
          <pre>{JSON.stringify(after, null, 2)}</pre>
        </>
      )}
    </details>
  );
}

/** The objects of entries, as far as the user can view them. */
interface Known {
  readonly folders: readonly Folder[];
  readonly plans: ReadonlyMap<string, Plan>;
}

/** What a folder, release or template is called, and where it is shown; else only how it was written down. */
function namedIn({ folders, plans }: Known, subject: string): Partial<Plan> {
  const folder = subject.startsWith('Folder') ? folderNamed(folders, subject) : undefined;
  return folder ? { title: folder.name, to: `/folders/${subject}?form=teams` } : (plans.get(subject) ?? {});
}

interface SubjectProps extends Known {
  readonly subject: string;
  readonly addressOfOnly: (subject: string) => string;
}

/** To whom or what a line is about, and the way to all lines that are about it. */
function Subject({ subject, addressOfOnly, ...known }: SubjectProps) {
  const { title = subject, to } = namedIn(known, subject);
  return (
    <>
      {to === undefined ? <bdi>{title}</bdi> : <Link to={to}>{title}</Link>}{' '}
      <Link to={addressOfOnly(subject)} label={`Only these lines, about ${title}`}>
        Only these
      </Link>
    </>
  );
}

/** What the audit log shows of each line. */
export const columnsOf = (given: Omit<SubjectProps, 'subject'>): readonly Column<AuditAnswer>[] => [
  { name: 'When', cell: ({ date, lastDate }) => <Moment at={lastDate ?? date ?? undefined} /> },
  { name: 'Who', cell: ({ username }) => username ?? '–' },
  {
    name: 'What',
    cell: ({ action, count }) => `${actionWords[action]}${count > 1 ? `, ${count} times within an hour` : ''}`,
  },
  {
    name: 'To whom or what',
    cell: ({ subject }) => (subject ? <Subject subject={subject} {...given} /> : <None />),
  },
  { name: 'From', cell: ({ address }) => address ?? '–' },
  { name: 'Changes', cell: (line) => <Changes line={line} /> },
];
