import type { RestartPreviewAnswer } from '@slipway/wire';

type Named = RestartPreviewAnswer['skips'][number];
type Difference = RestartPreviewAnswer['differences'][number];
type Field = Difference['fields'][number];

const titlesOf = (items: readonly Named[]): string => items.map(({ title }) => title).join(', ');

/** The number of titles at first, so that the controls below stay visible. */
const mostNamed = 8;

/** A list of titles, of which long ones are collapsed. */
function Titles({ items }: { readonly items: readonly Named[] }) {
  const rest = items.slice(mostNamed);
  if (rest.length === 0) return <>{titlesOf(items)}.</>;
  return (
    <>
      {titlesOf(items.slice(0, mostNamed))}
      <details class="more">
        <summary>And {rest.length} more</summary>
        {titlesOf(rest)}.
      </details>
    </>
  );
}

/** A value of a field in one line; none is nothing. */
const written = (value: Field['latest']): string => {
  if (value === undefined || value === null) return 'nothing';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const Fields = ({ what, fields }: { readonly what: string; readonly fields: readonly Field[] }) => (
  <>
    {fields.map(({ field, original, latest }) => (
      <li key={field}>
        {what}, {field}: <del>{written(original)}</del> <ins>{written(latest)}</ins>
      </li>
    ))}
  </>
);

/** What differs besides the title, by which each version is called. */
const besidesTitle = ({ fields }: Difference): readonly Field[] => fields.filter(({ field }) => field !== 'title');

/** The differences between the first version of a phase and its latest one. */
const Differences = ({ difference }: { readonly difference: Difference }) => (
  <section>
    <h3>
      From <bdi>{difference.original.title}</bdi> to <bdi>{difference.latest.title}</bdi>
    </h3>
    <ul>
      <Fields what={difference.latest.title} fields={besidesTitle(difference)} />
      {difference.tasks.map((task) => {
        const title = task.latest?.title ?? task.original?.title ?? '';
        if (task.original === undefined)
          return (
            <li key={title}>
              <bdi>{title}</bdi> was added.
            </li>
          );
        if (task.latest === undefined)
          return (
            <li key={title}>
              <bdi>{title}</bdi> was taken away.
            </li>
          );
        return <Fields key={title} what={title} fields={task.fields} />;
      })}
    </ul>
  </section>
);

/** What a restart will do, before it is done. */
export const Foreseen = ({
  preview: { closes, skips, copies, differences },
}: {
  readonly preview: RestartPreviewAnswer;
}) => (
  <>
    <ul>
      {closes.length > 0 && (
        <li>
          Interrupts <Titles items={closes} />
        </li>
      )}
      {skips.length > 0 && (
        <li>
          Skips <Titles items={skips} />
        </li>
      )}
      {copies.map(({ source, title, tasks, skipsInAdvance }) => (
        <li key={source.id}>
          Copies <bdi>{source.title}</bdi> as <bdi>{title}</bdi>, tasks: {tasks}
          {skipsInAdvance.length > 0 ? (
            <>
              , of which these are skipped: <Titles items={skipsInAdvance} />
            </>
          ) : (
            '.'
          )}
        </li>
      ))}
    </ul>
    {differences
      .filter((one) => besidesTitle(one).length > 0 || one.tasks.length > 0)
      .map((difference) => (
        <Differences key={difference.original.id} difference={difference} />
      ))}
  </>
);
