import type { TriggerAnswer, TriggerPageAnswer } from '@slipway/wire';
import { Moment, None } from '../../../parts/moment.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { Mark } from '../../../parts/status.tsx';
import { type Marks, Pick } from '../../../parts/steps/marks.tsx';
import type { Column } from '../../../parts/table.tsx';
import { lastOf } from '../../../place/ids.ts';
import { Link } from '../../../place/link.tsx';
import { nextOf } from '../../template/triggers/when.ts';
import { type TriggerType, wordOf } from './type-words.ts';

export type Titles = NonNullable<TriggerPageAnswer['$metadata']>['titles'];

interface Around {
  readonly marks: Marks;
  readonly types: readonly TriggerType[];
  readonly titles: Titles;
}

/** Whether a trigger is enabled. */
export const Enabled = ({ isOn }: { readonly isOn: boolean }) =>
  isOn ? <Mark tone="runs" word="Enabled" /> : <Mark tone="idle" word="Disabled" />;

/** Whether a trigger is enabled, and whether it cannot create releases. */
const State = ({ isOn, isBroken }: { readonly isOn: boolean; readonly isBroken: boolean }) => (
  <>
    <Enabled isOn={isOn} /> {isBroken && <Mark tone="failed" word="Broken" />}
  </>
);

/** The result of its latest firing. */
function LastRun({ trigger: { lastRunStatus, lastRunDate } }: { readonly trigger: TriggerAnswer }) {
  if (lastRunStatus === undefined) return <None />;
  const isGood = lastRunStatus === 'SUCCESS';
  return (
    <>
      <Mark tone={isGood ? 'done' : 'failed'} word={isGood ? 'Release created' : 'No release'} />{' '}
      <Moment at={lastRunDate} />
    </>
  );
}

export const addressOfTrigger = (id: string): string => `/automation/triggers/${encodeURIComponent(lastOf(id))}`;

/** What a folder or template is called; one that may not be seen has only its id. */
export const named = (titles: Titles, id: string): string => titles[id] ?? lastOf(id);

/** What a list shows of each trigger. */
export const columnsFor = ({ marks, types, titles }: Around): readonly Column<TriggerAnswer>[] => [
  {
    name: 'Trigger',
    cell: ({ id, title }) => (
      <>
        <Pick marks={marks} id={id} title={title} to={addressOfTrigger(id)} />
        <Refusal sentence={marks.refused.value.get(id) ?? null} />
      </>
    ),
  },
  { name: 'Type', cell: ({ type }) => wordOf(types, type) },
  {
    name: 'Template',
    cell: ({ template }) =>
      template === undefined ? (
        '–'
      ) : (
        <Link to={`/templates/${encodeURIComponent(lastOf(template))}`}>{named(titles, template)}</Link>
      ),
  },
  { name: 'Folder', cell: ({ folderId }) => named(titles, folderId) },
  { name: 'State', cell: ({ enabled, broken }) => <State isOn={enabled} isBroken={broken !== undefined} /> },
  { name: 'Next', cell: (trigger) => <Moment at={nextOf(trigger)} /> },
  { name: 'Last', cell: (trigger) => <LastRun trigger={trigger} /> },
];
