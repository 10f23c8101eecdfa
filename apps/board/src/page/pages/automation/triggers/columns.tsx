import type { TriggerPageResponse, TriggerResponse } from '@slipway/api-schema/triggers';
import CalendarClock from '~icons/lucide/calendar-clock';
import Ellipsis from '~icons/lucide/ellipsis';
import GitBranch from '~icons/lucide/git-branch';
import Play from '~icons/lucide/play';
import SquareArrowOutUpRight from '~icons/lucide/square-arrow-out-up-right';
import Trash2 from '~icons/lucide/trash-2';
import Webhook from '~icons/lucide/webhook';
import { faultsOf } from '../../../api/language.ts';
import { Menu } from '../../../components/controls/menu.tsx';
import { Switch } from '../../../components/controls/switch.tsx';
import { Icon, type IconNode } from '../../../components/marks/icon.tsx';
import { StatusLabel } from '../../../components/marks/status.tsx';
import { Message } from '../../../components/message.tsx';
import { Moment, None } from '../../../components/moment.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { RowCheckbox, type Selection } from '../../../components/selection.tsx';
import type { Column } from '../../../components/table.tsx';
import { lastSegment, triggerPath } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { navigate } from '../../../navigation/router.ts';
import { t } from '../../../navigation/text.ts';
import { describeTrigger, nextFireDate } from '../schedule/schedule-words.ts';
import { runRefusalOf, type TriggerAction, triggerAction } from './trigger-actions.ts';

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
  /** Whether a trigger is enabled, with the switches that are being saved. */
  readonly isEnabled: (trigger: TriggerResponse) => boolean;
  /** Why the user cannot change a trigger; null if the user can. */
  readonly reasonFor: (trigger: TriggerResponse) => string | null;
  /** Runs an action on one trigger. A deletion requires a confirmation. */
  readonly run: (action: TriggerAction, trigger: TriggerResponse) => void;
}

export const EnabledStatus = ({ isOn }: { readonly isOn: boolean }) =>
  isOn ? <StatusLabel tone="done" label="Enabled" /> : <StatusLabel tone="over" label="Disabled" />;

const typeIcons: Readonly<Record<string, IconNode>> = {
  'time.Schedule': CalendarClock,
  'events.EventBasedTrigger': Webhook,
};

/** The icon of a trigger type: a schedule, an event, or a source that is polled. */
const TriggerIcon = ({ type, label }: { readonly type: string; readonly label: string }) => (
  <Icon of={typeIcons[type] ?? GitBranch} size="small" label={label} />
);

/** When a trigger runs, in words. The tooltip has its cron expression. */
export function TriggerDescription({ trigger }: { readonly trigger: TriggerResponse }) {
  const { words, expression } = describeTrigger(trigger);
  return <bdi title={expression}>{words}</bdi>;
}

/** Why a trigger cannot create releases, or cannot be enabled; the page of the trigger lists all reasons. */
function Fault({ trigger }: TriggerProps) {
  const [first] = faultsOf(trigger);
  if (first === undefined) return null;
  return (
    <span class="sub">
      {!trigger.enabled && t('Can’t be enabled: ')}
      <Message message={first} />
    </span>
  );
}

/** The result of the latest run: its label, or whether the trigger is broken. */
function RunResult({ trigger: { lastRunStatus, broken, enabled } }: TriggerProps) {
  if (broken !== undefined && enabled) return <StatusLabel tone="failed" label="Broken" />;
  if (lastRunStatus === undefined) return <span class="faint">Never ran</span>;
  return lastRunStatus === 'SUCCESS' ? (
    <StatusLabel tone="done" label="Release created" />
  ) : (
    <StatusLabel tone="failed" label="No release created" />
  );
}

/** The result and time of the latest run, and why the trigger cannot run again. */
export function LastRun({ trigger }: TriggerProps) {
  const { lastRunDate, broken, enabled } = trigger;
  return (
    <div class="two-lines result">
      <RunResult trigger={trigger} />
      {lastRunDate !== undefined && (broken === undefined || !enabled) && (
        <span class="sub">
          <Moment at={lastRunDate} />
        </span>
      )}
      <Fault trigger={trigger} />
    </div>
  );
}

/** Returns the title of a folder or template, or its id if the user cannot view it. */
export const titleFor = (titles: Titles, id: string): string => titles[id] ?? lastSegment(id);

/** The time of the next run, or why there is none. */
export function NextRun({ trigger, isOn }: { readonly trigger: TriggerResponse; readonly isOn: boolean }) {
  if (!isOn) return <span class="faint">Off</span>;
  const at = nextFireDate(trigger);
  return at === undefined ? t('On event') : <Moment at={at} />;
}

interface RowActionProps extends Pick<ColumnContext, 'run'> {
  readonly trigger: TriggerResponse;
  readonly reason: string | null;
}

/** The actions on a trigger of the list. */
function RowActions({ trigger, reason, run }: RowActionProps) {
  const runReason = reason ?? runRefusalOf(trigger);
  return (
    <div class="row-actions">
      <button
        type="button"
        class="quiet square small"
        aria-label={t`Run ${trigger.title} now`}
        title={runReason ?? t('Run now')}
        aria-disabled={runReason === null ? undefined : 'true'}
        onClick={() => {
          if (runReason === null) run(triggerAction('run'), trigger);
        }}
      >
        <Icon of={Play} />
      </button>
      <Menu
        label={t`Actions for ${trigger.title}`}
        buttonClass="quiet square small"
        sections={[
          {
            actions: [
              { label: t('Open'), icon: SquareArrowOutUpRight, run: () => navigate(triggerPath(trigger.id)) },
              {
                ...{ label: t('Run now'), icon: Play, disabledReason: runReason },
                run: () => run(triggerAction('run'), trigger),
              },
            ],
          },
          {
            actions: [
              {
                ...{ label: t('Delete…'), icon: Trash2, isDanger: true, disabledReason: reason },
                run: () => run(triggerAction('delete'), trigger),
              },
            ],
          },
        ]}
      >
        <Icon of={Ellipsis} />
      </Menu>
    </div>
  );
}

/** What a trigger creates: releases of a template, in a folder. */
const Creates = ({ trigger: { template, folderId }, titles }: Pick<ColumnContext, 'titles'> & TriggerProps) => (
  <div class="two-lines">
    {template === undefined ? (
      <None />
    ) : (
      <Link to={`/templates/${encodeURIComponent(lastSegment(template))}`}>{titleFor(titles, template)}</Link>
    )}
    <bdi class="sub">{titleFor(titles, folderId)}</bdi>
  </div>
);

interface TriggerProps {
  readonly trigger: TriggerResponse;
}

const Title = ({ trigger, selection, types }: Pick<ColumnContext, 'selection' | 'types'> & TriggerProps) => (
  <div class="two-lines selectable">
    <RowCheckbox selection={selection} id={trigger.id} title={trigger.title} to={triggerPath(trigger.id)} />
    <span class="sub row">
      <TriggerIcon type={trigger.type} label={triggerTypeTitle(types, trigger.type)} />
      <TriggerDescription trigger={trigger} />
    </span>
    <Refusal message={selection.refusals.value.get(trigger.id) ?? null} />
  </div>
);

/** The columns of the trigger list. */
export const columnsFor = (context: ColumnContext): readonly Column<TriggerResponse>[] => {
  const { selection, types, titles, isEnabled, reasonFor, run } = context;
  return [
    { name: t('Trigger'), cell: (trigger) => <Title trigger={trigger} selection={selection} types={types} /> },
    { name: t('Creates'), cell: (trigger) => <Creates trigger={trigger} titles={titles} /> },
    { name: t('Next run'), cell: (trigger) => <NextRun trigger={trigger} isOn={isEnabled(trigger)} /> },
    { name: t('Last result'), cell: (trigger) => <LastRun trigger={trigger} /> },
    {
      name: t('Enabled'),
      cell: (trigger) => (
        <Switch
          label={t`Enable ${trigger.title}`}
          isOn={isEnabled(trigger)}
          disabledReason={reasonFor(trigger)}
          change={(isOn) => run(triggerAction(isOn ? 'enable' : 'disable'), trigger)}
        />
      ),
    },
    {
      name: t('Actions'),
      isNameHidden: true,
      class: 'row-menu',
      cell: (trigger) => <RowActions trigger={trigger} reason={reasonFor(trigger)} run={run} />,
    },
  ];
};
