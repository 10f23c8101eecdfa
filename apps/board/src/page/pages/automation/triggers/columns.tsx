import type { TriggerPageResponse, TriggerResponse } from '@slipway/api-schema/triggers';
import { Moment, None } from '../../../components/moment.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { RowCheckbox, type Selection } from '../../../components/selection.tsx';
import { StatusLabel } from '../../../components/status.tsx';
import type { Column } from '../../../components/table.tsx';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { nextFireDate } from '../../template/triggers/describe-schedule.ts';

/** A trigger type, from `/triggers/types`. */
export interface TriggerType {
  readonly type: string;
  readonly title: string;
  readonly description: string;
}

/** Returns the title of a trigger type, or its name if the type is not installed. */
export const triggerTypeTitle = (types: readonly TriggerType[] | undefined, type: string): string =>
  types?.find((triggerType) => triggerType.type === type)?.title ?? type;

export type Titles = NonNullable<TriggerPageResponse['$metadata']>['titles'];

interface ColumnContext {
  readonly selection: Selection;
  readonly types: readonly TriggerType[];
  readonly titles: Titles;
}

export const EnabledStatus = ({ isOn }: { readonly isOn: boolean }) =>
  isOn ? <StatusLabel tone="runs" label="Enabled" /> : <StatusLabel tone="idle" label="Disabled" />;

/** Whether a trigger is enabled, and whether it cannot create releases. */
const TriggerState = ({ isOn, isBroken }: { readonly isOn: boolean; readonly isBroken: boolean }) => (
  <>
    <EnabledStatus isOn={isOn} /> {isBroken && <StatusLabel tone="failed" label="Broken" />}
  </>
);

/** The result and time of the latest run. */
function LastRun({ trigger: { lastRunStatus, lastRunDate } }: { readonly trigger: TriggerResponse }) {
  if (lastRunStatus === undefined) return <None />;
  const isSuccess = lastRunStatus === 'SUCCESS';
  return (
    <>
      <StatusLabel tone={isSuccess ? 'done' : 'failed'} label={isSuccess ? 'Release created' : 'No release created'} />{' '}
      <Moment at={lastRunDate} />
    </>
  );
}

export const triggerPath = (id: string): string => `/automation/triggers/${encodeURIComponent(lastSegment(id))}`;

/** Returns the title of a folder or template, or its id if the user cannot view it. */
export const titleFor = (titles: Titles, id: string): string => titles[id] ?? lastSegment(id);

/** The columns of the trigger list. */
export const columnsFor = ({ selection, types, titles }: ColumnContext): readonly Column<TriggerResponse>[] => [
  {
    name: 'Trigger',
    cell: ({ id, title }) => (
      <>
        <RowCheckbox selection={selection} id={id} title={title} to={triggerPath(id)} />
        <Refusal message={selection.refusals.value.get(id) ?? null} />
      </>
    ),
  },
  { name: 'Type', cell: ({ type }) => triggerTypeTitle(types, type) },
  {
    name: 'Template',
    cell: ({ template }) =>
      template === undefined ? (
        '–'
      ) : (
        <Link to={`/templates/${encodeURIComponent(lastSegment(template))}`}>{titleFor(titles, template)}</Link>
      ),
  },
  { name: 'Folder', cell: ({ folderId }) => titleFor(titles, folderId) },
  { name: 'Status', cell: ({ enabled, broken }) => <TriggerState isOn={enabled} isBroken={broken !== undefined} /> },
  { name: 'Next run', cell: (trigger) => <Moment at={nextFireDate(trigger)} /> },
  { name: 'Last result', cell: (trigger) => <LastRun trigger={trigger} /> },
];
