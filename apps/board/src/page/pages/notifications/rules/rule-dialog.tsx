import { useSignal } from '@preact/signals';
import { CheckField, ChoiceField, TextField } from '../../../components/fields/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { t } from '../../../navigation/text.ts';
import { channelName } from '../channels.ts';
import { EventBoxes } from '../event-boxes.tsx';
import { type Mode, modeLabels, modesOf, userChannels } from '../settings/settings.ts';
import { FilterFields, filterTexts } from './filter-fields.tsx';
import { RecipientFields } from './recipient-fields.tsx';
import { filterFrom, type NotificationRule } from './rules.ts';

interface Props {
  /** The rule; null for a new one. */
  readonly rule: NotificationRule | null;
  /** Whether the rule belongs to the installation, so that it can be mandatory. */
  readonly isOfInstallation: boolean;
  readonly close: () => void;
  /** Saves the rule. Throws ApiError, OfflineError. */
  readonly save: (rule: NotificationRule) => Promise<void>;
}

const newRule: NotificationRule = { events: [], recipients: ['releaseOwner'], channels: { inbox: 'now', mail: 'now' } };

interface ChannelProps {
  readonly channels: NotificationRule['channels'];
  readonly change: (channels: NotificationRule['channels']) => void;
}

/** The mode of each channel. */
const ChannelFields = ({ channels, change }: ChannelProps) => (
  <fieldset class="form-row">
    <legend>Channels</legend>
    {userChannels.map((channel) => {
      const modes = modesOf(channel);
      const selected: Mode = channels[channel] ?? 'off';
      return (
        <ChoiceField
          key={channel}
          label={channelName(channel)}
          value={selected}
          options={modes.map((mode) => [mode, modeLabels[mode]] as const)}
          change={(text) => change({ ...channels, [channel]: modes.find((mode) => mode === text) ?? 'off' })}
        />
      );
    })}
  </fieldset>
);

/** The form of a rule: events, recipients, channels and a filter. */
export function RuleDialog({ rule, isOfInstallation, close, save }: Props) {
  const initial = rule ?? newRule;
  const title = useSignal(initial.title ?? '');
  const events = useSignal(initial.events);
  const recipients = useSignal(initial.recipients);
  const channels = useSignal(initial.channels);
  const isMandatory = useSignal(initial.mandatory === true);
  const filter = useSignal(filterTexts(initial.filter));
  const run = async (): Promise<string> => {
    if (events.peek().length === 0) throw new Error(t('Select at least one event.'));
    const conditions = filterFrom(filter.peek());
    const text = title.peek().trim();
    await save({
      ...(text !== '' && { title: text }),
      ...{ events: events.peek(), recipients: recipients.peek(), channels: channels.peek() },
      ...(isOfInstallation && isMandatory.peek() && { mandatory: true }),
      ...(Object.keys(conditions).length > 0 && { filter: conditions }),
    });
    return t('Rule saved');
  };
  return (
    <FormDialog
      title={rule === null ? t('New rule') : t('Edit rule')}
      submitLabel={rule === null ? t('Create rule') : t('Save')}
      close={close}
      run={run}
      kind="drawer"
    >
      <div class="notice-form">
        <TextField label="Title (optional)" value={title.value} change={(text) => (title.value = text)} />
        <EventBoxes legend={t('Events')} selected={events.value} change={(types) => (events.value = types)} />
        <RecipientFields recipients={recipients.value} change={(next) => (recipients.value = next)} />
        <ChannelFields channels={channels.value} change={(next) => (channels.value = next)} />
        <p class="hint">Without recipients or channels, the rule switches its events off here.</p>
        {isOfInstallation && (
          <CheckField
            label="Required: users can’t switch it off"
            isOn={isMandatory.value}
            change={(isOn) => (isMandatory.value = isOn)}
          />
        )}
        <FilterFields texts={filter} />
      </div>
    </FormDialog>
  );
}
