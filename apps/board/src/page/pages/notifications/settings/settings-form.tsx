import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import Save from '~icons/lucide/save';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { apiPath, request } from '../../../api/rest.ts';
import { Skeleton } from '../../../components/empty-state.tsx';
import { useAction } from '../../../components/form-dialog.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { showToast } from '../../../components/toast.tsx';
import { t } from '../../../navigation/text.ts';
import { LanguageField } from '../language-field.tsx';
import { BrowserCard } from './browser-card.tsx';
import { EventTable } from './event-table.tsx';
import {
  isSame,
  type NotificationPreferences,
  type NotificationSettings,
  preferencesOf,
  presetOf,
  presets,
} from './settings.ts';
import { DigestCard, QuietHoursCard } from './time-fields.tsx';

const path = apiPath('/me/notification-settings');

interface LoadedSettings {
  readonly settings: NotificationSettings;
  readonly etag: string | null;
}

interface PresetProps {
  readonly events: NotificationPreferences['events'];
  readonly change: (events: NotificationPreferences['events']) => void;
}

/** The presets of all modes, of which one may be selected. */
function Presets({ events, change }: PresetProps) {
  const selected = presetOf(events);
  return (
    <div class="body">
      <fieldset class="segments" aria-label="Preset">
        {presets.map((preset) => (
          <button
            key={preset.id}
            type="button"
            aria-pressed={preset === selected}
            onClick={() => change(preset.events)}
          >
            {preset.label}
          </button>
        ))}
      </fieldset>
      <p class="hint">{selected === null ? t('Your own selection, see the table.') : selected.hint}</p>
    </div>
  );
}

/** Why the user gets no mail. */
const SuspendedNotice = ({ address }: { readonly address: string }) => (
  <p class="refusal" role="alert">
    <span>
      <bdi>{address}</bdi> rejected several emails, so it no longer gets any. Correct your email address under Your
      account.
    </span>
  </p>
);

interface LanguageProps extends Pick<NotificationPreferences, 'language'> {
  readonly change: (changes: Pick<NotificationPreferences, 'language'>) => void;
}

/** The language of the messages to the user. */
const LanguageCard = ({ language, change }: LanguageProps) => (
  <section class="card">
    <header>
      <h2>Language of emails</h2>
    </header>
    <div class="body">
      <LanguageField
        label={t('Language')}
        emptyHint={t('Empty: English. Other languages need a message template.')}
        value={language ?? ''}
        change={(tag) => change({ language: tag.trim() === '' ? null : tag.trim() })}
      />
    </div>
  </section>
);

interface FormProps extends LoadedSettings {
  readonly onSaved: (loaded: LoadedSettings) => void;
}

/** The settings of the user: events, quiet hours, digest and this browser. */
function Form({ settings, etag, onSaved }: FormProps) {
  const draft = useSignal<NotificationPreferences>(preferencesOf(settings));
  const { run, refusal, isBusy } = useAction();
  const preferences = draft.value;
  const isChanged = !isSame(preferences, settings);
  const change = (changes: Partial<NotificationPreferences>): void => {
    draft.value = { ...draft.peek(), ...changes };
  };
  const save = async (): Promise<string> => {
    const response = await request<NotificationSettings>({ method: 'PUT', path, body: draft.peek(), match: etag });
    onSaved({ settings: response.value, etag: response.etag });
    showToast(t('Notification settings saved'));
    return '';
  };
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void run(save);
      }}
    >
      {settings.suspendedAddress && <SuspendedNotice address={settings.suspendedAddress} />}
      <section class="card">
        <header>
          <h2>Events</h2>
        </header>
        <Presets events={preferences.events} change={(events) => change({ events })} />
        <EventTable settings={settings} events={preferences.events} change={(events) => change({ events })} />
      </section>
      <div class="beside">
        <QuietHoursCard preferences={preferences} change={change} />
        <DigestCard preferences={preferences} change={change} />
      </div>
      <div class="beside">
        <LanguageCard language={preferences.language} change={change} />
        <BrowserCard />
      </div>
      <Refusal message={refusal.value} />
      <p class={isChanged ? 'saving settings-bar' : 'saving'}>
        <button type="submit" class="main" disabled={!isChanged} aria-disabled={isBusy.value}>
          <Icon of={Save} />
          Save settings
        </button>
        {isChanged && (
          <button type="button" onClick={() => (draft.value = preferencesOf(settings))}>
            Discard changes
          </button>
        )}
      </p>
    </form>
  );
}

/** Loads the settings once. A later change in another tab is refused when this form is saved. */
export function SettingsForm() {
  const loaded = useSignal<LoadedSettings | null>(null);
  const refusal = useSignal<DisplayMessage | null>(null);
  const load = async (): Promise<void> => {
    refusal.value = null;
    try {
      const { value, etag } = await request<NotificationSettings>({ method: 'GET', path });
      loaded.value = { settings: value, etag };
    } catch (error) {
      refusal.value = messageOf(error);
    }
  };
  useEffect(() => void load(), []);
  return (
    <>
      <Refusal message={refusal.value} retry={load} />
      {loaded.value === null && refusal.value === null && <Skeleton />}
      {loaded.value && <Form key={loaded.value.etag} {...loaded.value} onSaved={(next) => (loaded.value = next)} />}
    </>
  );
}
