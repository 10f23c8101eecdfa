import type { RestartPreviewResponse } from '@slipway/api-schema/restart';
import { plural } from '../../../navigation/text.ts';

type TitledItem = RestartPreviewResponse['skips'][number];
type Difference = RestartPreviewResponse['differences'][number];
type Field = Difference['fields'][number];

const titlesOf = (items: readonly TitledItem[]): string => items.map(({ title }) => title).join(', ');

/** The number of titles before the list is collapsed, so that the controls below stay visible. */
const maxTitles = 8;

/** A list of titles. A long list is collapsed. */
function Titles({ items }: { readonly items: readonly TitledItem[] }) {
  const hiddenItems = items.slice(maxTitles);
  if (hiddenItems.length === 0) return <>{titlesOf(items)}.</>;
  return (
    <>
      {titlesOf(items.slice(0, maxTitles))}
      <details class="more">
        <summary>{hiddenItems.length} more</summary>
        {titlesOf(hiddenItems)}.
      </details>
    </>
  );
}

/** Returns the value of a field as one line. */
const formatFieldValue = (value: Field['latest']): string => {
  if (value === undefined || value === null) return '(empty)';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const Fields = ({ objectTitle, fields }: { readonly objectTitle: string; readonly fields: readonly Field[] }) => (
  <>
    {fields.map(({ field, original, latest }) => (
      <li key={field}>
        {objectTitle}, {field}: <del>{formatFieldValue(original)}</del> <ins>{formatFieldValue(latest)}</ins>
      </li>
    ))}
  </>
);

/** Returns the changed fields without the title, which the heading shows. */
const fieldsExceptTitle = ({ fields }: Difference): readonly Field[] => fields.filter(({ field }) => field !== 'title');

/** The differences between the original and the latest version of a phase. */
const Differences = ({ difference }: { readonly difference: Difference }) => (
  <section>
    <h3>
      From <bdi>{difference.original.title}</bdi> to <bdi>{difference.latest.title}</bdi>
    </h3>
    <ul>
      <Fields objectTitle={difference.latest.title} fields={fieldsExceptTitle(difference)} />
      {difference.tasks.map((task) => {
        const title = task.latest?.title ?? task.original?.title ?? '';
        if (task.original === undefined)
          return (
            <li key={title}>
              Added: <bdi>{title}</bdi>
            </li>
          );
        if (task.latest === undefined)
          return (
            <li key={title}>
              Removed: <bdi>{title}</bdi>
            </li>
          );
        return <Fields key={title} objectTitle={title} fields={task.fields} />;
      })}
    </ul>
  </section>
);

/** The preview of a restart. */
export const RestartPreview = ({
  preview: { closes, skips, copies, differences },
}: {
  readonly preview: RestartPreviewResponse;
}) => (
  <>
    <ul>
      {closes.length > 0 && (
        <li>
          Will stop <Titles items={closes} />
        </li>
      )}
      {skips.length > 0 && (
        <li>
          Will skip <Titles items={skips} />
        </li>
      )}
      {copies.map(({ source, title, tasks, skipsInAdvance }) => (
        <li key={source.id}>
          Will copy <bdi>{source.title}</bdi> as <bdi>{title}</bdi>, {plural(tasks, '# task', '# tasks')}
          {skipsInAdvance.length > 0 ? (
            <>
              , skipping <Titles items={skipsInAdvance} />
            </>
          ) : (
            '.'
          )}
        </li>
      ))}
    </ul>
    {differences
      .filter((difference) => fieldsExceptTitle(difference).length > 0 || difference.tasks.length > 0)
      .map((difference) => (
        <Differences key={difference.original.id} difference={difference} />
      ))}
  </>
);
