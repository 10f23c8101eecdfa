import { useSignal } from '@preact/signals';
import { ChoiceField, TextField } from '../../../components/fields/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { t } from '../../../navigation/text.ts';
import { channelName } from '../channels.ts';
import { eventName, eventTypes } from '../event-words.ts';
import { LanguageField } from '../language-field.tsx';
import type { Scope } from '../place.ts';
import { MessageField } from './message-field.tsx';
import { MessagePreview } from './message-preview.tsx';
import { type MessageTemplate, templateChannels } from './template.ts';

interface Props {
  readonly scope: Scope;
  /** The template; null for a new one. */
  readonly template: MessageTemplate | null;
  readonly close: () => void;
  /** Saves the template. Throws ApiError, OfflineError. */
  readonly save: (template: MessageTemplate) => Promise<void>;
}

const newTemplate: MessageTemplate = {
  ...{ eventType: 'task.started', channel: 'mail', language: 'en' },
  subject: '{{event.label}}: {{subject.title}}',
  text: '{{event.label}}: {{subject.title}}\n{{url}}',
};

/** The inputs of the form, and the template that they are. */
function useInputs(initial: MessageTemplate) {
  const eventType = useSignal(initial.eventType);
  const channel = useSignal(initial.channel);
  const language = useSignal(initial.language);
  const subject = useSignal(initial.subject ?? '');
  const text = useSignal(initial.text);
  const target = { eventType: eventType.value, channel: channel.value, language: language.value.trim() };
  const isMail = channel.value === 'mail' && subject.value.trim() !== '';
  const template: MessageTemplate = { ...target, ...(isMail && { subject: subject.value }), text: text.value };
  return { eventType, channel, language, subject, text, target, template };
}

type Inputs = ReturnType<typeof useInputs>;

/** The event, channel and language of a template. */
const TargetFields = ({ inputs: { eventType, channel, language } }: { readonly inputs: Inputs }) => (
  <>
    <ChoiceField
      label="Event"
      value={eventType.value}
      options={eventTypes.map((type) => [type, eventName(type)] as const)}
      change={(text) => (eventType.value = eventTypes.find((type) => type === text) ?? eventType.peek())}
    />
    <div class="two-columns">
      <ChoiceField
        label="Channel"
        value={channel.value}
        options={templateChannels.map((name) => [name, channelName(name)] as const)}
        change={(text) => (channel.value = templateChannels.find((name) => name === text) ?? channel.peek())}
      />
      <LanguageField
        label={t('Language')}
        emptyHint={t('A language code, such as en or de')}
        value={language.value}
        change={(tag) => (language.value = tag)}
      />
    </div>
  </>
);

/** The form of a template with a live preview, and the message that is sent without the template. */
export function TemplateDialog({ scope, template, close, save }: Props) {
  const inputs = useInputs(template ?? newTemplate);
  const isComparing = useSignal(false);
  const run = async (): Promise<string> => {
    await save(inputs.template);
    return t('Template saved');
  };
  const isComplete = inputs.target.language !== '' && inputs.template.text !== '';
  return (
    <FormDialog
      title={template === null ? t('New message template') : t('Edit message template')}
      submitLabel={template === null ? t('Create template') : t('Save')}
      close={close}
      run={run}
      kind="drawer"
    >
      <div class="notice-form">
        <TargetFields inputs={inputs} />
        {inputs.channel.value === 'mail' && (
          <TextField
            label="Subject (optional)"
            hint={t('Empty: the standard subject')}
            value={inputs.subject.value}
            change={(text) => (inputs.subject.value = text)}
          />
        )}
        <MessageField text={inputs.text} />
        {isComplete && <MessagePreview title={t('Preview')} scope={scope} template={inputs.template} />}
        {template === null && (
          <details class="more" onToggle={() => (isComparing.value = true)}>
            <summary>Message without this template</summary>
            {isComparing.value && (
              <MessagePreview title={t('Inherited message')} scope={scope} template={inputs.target} />
            )}
          </details>
        )}
      </div>
    </FormDialog>
  );
}
