import { type Signal, useSignal } from '@preact/signals';
import { mutate } from '../../../api/rest.ts';
import { updateWithRetry } from '../../../components/drafts/save-draft.ts';
import { ChoiceField, TextField } from '../../../components/fields/field.tsx';
import { FolderField } from '../../../components/fields/folder-field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { t } from '../../../navigation/text.ts';
import { EventBoxes } from '../event-boxes.tsx';
import { LanguageField } from '../language-field.tsx';
import type { Scope } from '../place.ts';
import { FilterFields, filterTexts } from '../rules/filter-fields.tsx';
import { filterFrom } from '../rules/rules.ts';
import {
  hasSameSettings,
  type Receiver,
  type ReceiverKind,
  randomSecret,
  receiverFormats,
  receiverKinds,
  receiverPath,
  receiversPath,
} from './receiver.ts';

/** A secret that the page shows once. */
export interface NewSecret {
  readonly title: string;
  readonly secret: string;
}

interface Props {
  readonly scope: Scope;
  /** The receiver; null for a new one. */
  readonly receiver: Receiver | null;
  readonly close: () => void;
  readonly onDone: () => Promise<void>;
  readonly onSecret: (secret: NewSecret) => void;
}

/** The inputs of the form. */
function useInputs(receiver: Receiver | null, scope: Scope) {
  return {
    kind: useSignal<ReceiverKind>(receiver?.kind ?? 'webhook'),
    title: useSignal(receiver?.title ?? ''),
    url: useSignal(''),
    language: useSignal(receiver?.language ?? ''),
    format: useSignal(receiver?.format ?? 'slipway'),
    folderId: useSignal((receiver === null ? scope.folderId : receiver.folderId) ?? ''),
    types: useSignal<readonly string[]>(receiver?.types ?? []),
    filter: useSignal(filterTexts(receiver?.filter)),
  };
}

const hasCdEvents = ({ kind, format }: Pick<ReturnType<typeof useInputs>, 'kind' | 'format'>): boolean =>
  kind.value === 'webhook' && format.value === 'cdevents';

/** Returns the members of a request that the form contains. The format of CDEvents selects the events itself. */
function bodyOf(inputs: ReturnType<typeof useInputs>) {
  const { kind, title, url, language, format, folderId, types, filter } = inputs;
  const address = url.peek().trim();
  return {
    ...{ title: title.peek(), kind: kind.peek(), filter: filterFrom(filter.peek()) },
    types: hasCdEvents(inputs) ? [] : types.peek(),
    ...(folderId.peek() !== '' && { folderId: folderId.peek() }),
    ...(address !== '' && { url: address }),
    ...(kind.peek() === 'webhook' && { format: format.peek() }),
    ...(kind.peek() !== 'webhook' && language.peek().trim() !== '' && { language: language.peek().trim() }),
  };
}

/** The address of a receiver. REST never returns the stored one. */
const AddressField = ({ receiver, url }: Pick<Props, 'receiver'> & { readonly url: Signal<string> }) => (
  <TextField
    label={receiver === null ? t('Address') : t('New address (optional)')}
    hint={
      receiver === null
        ? t('Everyone with the address can post, so it isn’t shown again.')
        : t`The current address is at ${receiver.host}. The new one must accept a test.`
    }
    autoComplete="off"
    isRequired={receiver === null}
    value={url.value}
    change={(text) => (url.value = text)}
  />
);

const KindField = ({ kind }: { readonly kind: Signal<ReceiverKind> }) => (
  <ChoiceField
    label="Kind"
    hint={receiverKinds.find(([name]) => name === kind.value)?.[2]}
    value={kind.value}
    options={receiverKinds.map(([name, label]) => [name, label] as const)}
    change={(text) => (kind.value = receiverKinds.find(([name]) => name === text)?.[0] ?? 'webhook')}
  />
);

const FormatField = ({ format }: { readonly format: Signal<NonNullable<Receiver['format']>> }) => (
  <ChoiceField
    label={t('Format')}
    hint={receiverFormats.find(([name]) => name === format.value)?.[2]}
    value={format.value}
    options={receiverFormats.map(([name, label]) => [name, label] as const)}
    change={(text) => (format.value = receiverFormats.find(([name]) => name === text)?.[0] ?? 'slipway')}
  />
);

/** The form of a receiver. The server tests an address before it stores it. */
export function ReceiverForm({ scope, receiver, close, onDone, onSecret }: Props) {
  const inputs = useInputs(receiver, scope);
  const { kind, title, folderId, types } = inputs;
  const isCdEvents = hasCdEvents(inputs);
  const create = async (): Promise<void> => {
    const secret = kind.peek() === 'webhook' ? randomSecret() : undefined;
    await mutate('POST', receiversPath, { ...bodyOf(inputs), secret });
    if (secret !== undefined) onSecret({ title: title.peek(), secret });
  };
  const change = (before: Receiver): Promise<boolean> =>
    updateWithRetry<Receiver>(receiverPath(before.id), (stored) => {
      if (!hasSameSettings(stored, before))
        throw new Error(t('Another user has changed this receiver. Close the dialog and open it again.'));
      return { ...bodyOf(inputs), enabled: stored.enabled };
    });
  const run = async (): Promise<string> => {
    await (receiver === null ? create() : change(receiver));
    await onDone();
    return receiver === null ? t('Receiver created') : t('Receiver saved');
  };
  return (
    <FormDialog
      title={receiver === null ? t('New receiver') : t`Edit ${receiver.title}`}
      submitLabel={receiver === null ? t('Test and create') : t('Save')}
      close={close}
      run={run}
      kind="drawer"
    >
      <div class="notice-form">
        {receiver === null && <KindField kind={kind} />}
        <TextField label="Title" isRequired value={title.value} change={(text) => (title.value = text)} />
        <AddressField receiver={receiver} url={inputs.url} />
        {scope.folderId === null && (
          <FolderField
            label="Folder"
            none={t('Whole installation')}
            value={folderId.value}
            change={(id) => (folderId.value = id)}
          />
        )}
        {kind.value === 'webhook' ? (
          <FormatField format={inputs.format} />
        ) : (
          <LanguageField
            label={t('Language (optional)')}
            emptyHint={t('Empty: English')}
            value={inputs.language.value}
            change={(tag) => (inputs.language.value = tag)}
          />
        )}
        {!isCdEvents && (
          <EventBoxes
            legend={t('Events (none selected: all)')}
            selected={types.value}
            change={(selected) => (types.value = selected)}
          />
        )}
        <FilterFields texts={inputs.filter} />
      </div>
    </FormDialog>
  );
}
