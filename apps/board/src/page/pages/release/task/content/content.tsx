import type { ReleaseResponse, TaskResponse, TaskTypeResponse } from '@slipway/api-schema/plans';
import { useMemo } from 'preact/hooks';
import { CodeBlock, countLines } from '../../../../components/code/code-block.tsx';
import { scriptLanguage } from '../../../../components/code/languages.ts';
import { entriesOf } from '../../../../components/drafts/entries.ts';
import { Markdown } from '../../../../components/markdown.tsx';
import { useEntity } from '../../../../live/queries.ts';
import { taskTypeTitle, useTaskTypes } from '../../../../live/task-types.ts';
import { useTypeDefinition } from '../../../../live/type-definitions.ts';
import { lastSegment } from '../../../../navigation/ids.ts';
import { Link } from '../../../../navigation/link.tsx';
import { type ContentRow, contentRows } from './content-rows.ts';

interface TitledLinkProps {
  readonly path: string;
  readonly to: string;
  readonly id: string;
}

/** A link to an object, with its title if the user can view it. */
function TitledLink({ path, to, id }: TitledLinkProps) {
  const { value } = useEntity<Pick<ReleaseResponse, 'title'>>(path, []);
  return <Link to={to}>{value.value?.title ?? lastSegment(id)}</Link>;
}

function RowValue({ row: { kind, text } }: { readonly row: ContentRow }) {
  const key = encodeURIComponent(lastSegment(text));
  if (text.includes('${')) return <code>{text}</code>;
  if (kind === 'template') return <TitledLink path={`/templates/${key}`} to={`/templates/${key}`} id={text} />;
  if (kind === 'folder') return <TitledLink path={`/folders/${key}`} to={`/folders/${key}`} id={text} />;
  return <span class="value">{text}</span>;
}

/** A script or message in a block of its own. A script is expanded by the user. */
function RowBlock({ row: { kind, label, text } }: { readonly row: ContentRow }) {
  if (kind === 'markdown')
    return (
      <div class="panel-box">
        <Markdown text={text} />
      </div>
    );
  return (
    <details class="more">
      <summary>
        Show {label.toLowerCase()} ({countLines(text)})
      </summary>
      <CodeBlock name={label} code={text} language={scriptLanguage(text)} />
    </details>
  );
}

const isBlock = ({ kind }: ContentRow): boolean => kind === 'code' || kind === 'markdown';

interface Props {
  readonly task: TaskResponse;
}

/** Returns the prefix of the built-in types; null until the task types are loaded. */
const builtInPrefix = (types: readonly TaskTypeResponse[] | undefined): string | null =>
  types?.find(({ plugin }) => plugin === undefined)?.type.split('.')[0] ?? null;

/** Returns the rows of the type of a task, and of its script if it is a task of a plugin. */
function useContentRows(task: TaskResponse): readonly ContentRow[] {
  const prefix = builtInPrefix(useTaskTypes());
  const common = useTypeDefinition(prefix === null ? null : `${prefix}.Task`);
  const type = useTypeDefinition(task.type);
  const script = entriesOf(entriesOf(task).find(([name]) => name === 'pythonScript')?.[1]);
  const scriptType = script.find(([name]) => name === 'type')?.[1];
  const scriptDefinition = useTypeDefinition(typeof scriptType === 'string' ? scriptType : null);
  return useMemo(() => {
    if (common === undefined || type === undefined) return [];
    const names = new Set(common.properties.map(({ name }) => name));
    const scriptRows =
      scriptDefinition === undefined
        ? []
        : contentRows(scriptDefinition, new Set(['type', 'id']), Object.fromEntries(script));
    return [
      ...contentRows(type, names, Object.fromEntries(entriesOf(task))),
      // A property of the script can have the name of a property of the task.
      ...scriptRows.map((row) => ({ ...row, name: `pythonScript.${row.name}` })),
    ];
  }, [common, type, scriptDefinition, task]);
}

/** The properties of the type of a task, such as the script, the message or the new release. */
export function TaskContent({ task }: Props) {
  const rows = useContentRows(task);
  if (rows.length === 0) return null;
  const short = rows.filter((row) => !isBlock(row));
  return (
    <section class="panel-section">
      <h3>{taskTypeTitle(task.type)}</h3>
      {short.length > 0 && (
        <dl class="facts">
          {short.map((row) => (
            <div key={row.name}>
              <dt>{row.label}</dt>
              <dd>
                <RowValue row={row} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {rows.filter(isBlock).map((row) => (
        <RowBlock key={row.name} row={row} />
      ))}
    </section>
  );
}
