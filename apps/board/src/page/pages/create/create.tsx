import { useSignal } from '@preact/signals';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import type { VariableResponse } from '@slipway/api-schema/variables';
import { useEffect } from 'preact/hooks';
import { messageOf } from '../../api/errors.ts';
import type { DisplayMessage } from '../../api/language.ts';
import { missingCreatePermission } from '../../api/permissions.ts';
import { mutate } from '../../api/rest.ts';
import { MissingPermissions } from '../../components/controls/action-button.tsx';
import { CheckField, ChoiceField, joinHints, TextField } from '../../components/fields/field.tsx';
import { MomentField } from '../../components/fields/moment-field.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { NotFound } from '../../components/not-found.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useChoices } from '../../components/variables/use-choices.ts';
import { ValueField } from '../../components/variables/value-field.tsx';
import { kindOf } from '../../components/variables/value-text.ts';
import { folderOf, folderOptions, useFolderList } from '../../live/folders.ts';
import { useEntity } from '../../live/queries.ts';
import { announce } from '../../navigation/announce.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { navigate, type ViewProps } from '../../navigation/router.ts';
import {
  type FormValues,
  hasPassword,
  initialValues,
  startFormVariables,
  toRequestBody,
  variableInput,
} from './form-values.ts';

interface ReleaseFieldsProps {
  readonly template: ReleaseResponse;
  readonly formValues: FormValues;
  readonly update: (changes: Partial<FormValues>) => void;
}

/** The folder of the release, if the template allows other folders. */
function FolderField({ template, formValues, update }: ReleaseFieldsProps) {
  const { folders, refusal } = useFolderList();
  const templateFolder = folderOf(folders, template)?.name;
  const otherOptions = folderOptions(folders).filter(([, name]) => name !== templateFolder);
  return (
    <>
      <ChoiceField
        label="Folder"
        value={formValues.folder}
        options={[
          ['', `Same folder as the template${templateFolder === undefined ? '' : ` (${templateFolder})`}`],
          ...otherOptions,
        ]}
        change={(folder) => update({ folder })}
      />
      <Refusal message={refusal} />
    </>
  );
}

/** The title, owner, folder and dates of a new release. */
const ReleaseFields = ({ template, formValues, update }: ReleaseFieldsProps) => (
  <>
    <TextField label="Title" isRequired value={formValues.title} change={(title) => update({ title })} />
    {template.allowTargetFolderOverride && <FolderField template={template} formValues={formValues} update={update} />}
    <TextField label="Owner" hint="Default: you" value={formValues.owner} change={(owner) => update({ owner })} />
    <MomentField label="Planned start" value={formValues.start} change={(start) => update({ start })} />
    {formValues.start !== '' && (
      <CheckField
        label="Start automatically"
        isOn={formValues.startsAutomatically}
        change={(startsAutomatically) => update({ startsAutomatically })}
      />
    )}
  </>
);

interface ValueFieldsProps {
  readonly variables: readonly VariableResponse[];
  readonly formValues: FormValues;
  readonly change: (key: string, value: string) => void;
}

/** The fields for the variables of the start form. */
function ValueFields({ variables, formValues, change }: ValueFieldsProps) {
  const { choices, refusal } = useChoices({ variables, textFor: (variable) => variableInput(formValues, variable) });
  return (
    <>
      <Refusal message={refusal.value} />
      {variables.map((variable) => {
        const { id, key, label, description, multiline } = variable;
        const keepsPassword = hasPassword(variable);
        const isRequired = variable.requiresValue && !keepsPassword;
        const defaultHint = keepsPassword ? 'Default: the template’s value' : undefined;
        return (
          <ValueField
            key={id}
            kind={kindOf(variable)}
            label={`${label ?? key}${isRequired || keepsPassword ? '' : ' (optional)'}`}
            hint={joinHints(defaultHint, description) || undefined}
            isLong={multiline}
            isRequired={isRequired}
            choices={choices(variable)}
            value={variableInput(formValues, variable)}
            change={(value) => change(key, value)}
          />
        );
      })}
    </>
  );
}

/** The submit buttons of the form. */
type SubmitAction = 'create' | 'start';

const successMessages: Readonly<Record<SubmitAction, string>> = {
  create: 'Release created',
  start: 'Release started',
};

const isSubmitAction = (text: string | undefined): text is SubmitAction => text === 'create' || text === 'start';

/** Returns the button that submitted the form. Enter in a field counts as the first button. */
const submitActionOf = ({ submitter }: SubmitEvent): SubmitAction => {
  const name = submitter instanceof HTMLButtonElement ? submitter.value : undefined;
  return isSubmitAction(name) ? name : 'create';
};

/** The form that creates a release from a template, and then opens the release. */
function CreateForm({ template }: { readonly template: ReleaseResponse }) {
  const formValues = useSignal<FormValues>(initialValues(template));
  const refusal = useSignal<DisplayMessage | null>(null);
  const isBusy = useSignal(false);
  const missingPermission = missingCreatePermission(template);
  const update = (changes: Partial<FormValues>): void => {
    formValues.value = { ...formValues.value, ...changes };
  };
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy.value) return;
    const submitAction = submitActionOf(event);
    refusal.value = null;
    isBusy.value = true;
    try {
      const path = `/templates/${lastSegment(template.id)}/${submitAction}`;
      const { id } = await mutate<ReleaseResponse>('POST', path, toRequestBody(template, formValues.value));
      announce(successMessages[submitAction]);
      navigate(`/releases/${lastSegment(id)}`);
    } catch (error) {
      refusal.value = messageOf(error);
      isBusy.value = false;
    }
  };
  const variables = startFormVariables(template);
  const isDisabled = missingPermission !== null || isBusy.value;
  return (
    <form class="actions sheet" onSubmit={(event) => void submit(event)}>
      <ReleaseFields template={template} formValues={formValues.value} update={update} />
      <ValueFields
        variables={variables}
        formValues={formValues.value}
        change={(key, value) => update({ values: { ...formValues.value.values, [key]: value } })}
      />
      <Refusal message={refusal.value} />
      <button type="submit" class="main" value="create" disabled={isDisabled}>
        Create release
      </button>
      <button type="submit" value="start" disabled={isDisabled}>
        Create and start
      </button>
      <MissingPermissions names={[missingPermission]} />
    </form>
  );
}

/** The view that creates a release from a template. */
export function Create({ params: { id = '' } }: ViewProps) {
  const templateEntity = useEntity<ReleaseResponse>(`/templates/${id}`, [`release=${id}`]);
  const template = templateEntity.value.value;
  const title = template?.title;
  useEffect(() => {
    document.title = `New release${title === undefined ? '' : ` from ${title}`} · Slipway`;
  }, [title]);
  return (
    <section>
      {!template && (
        <NotFound kind="template" message={templateEntity.refusal.value} list={['/templates', 'All templates']} />
      )}
      {template && (
        <>
          <h1>New release</h1>
          <p>
            Template: <Link to={`/templates/${id}`}>{template.title}</Link>
          </p>
          {template.description && <Markdown text={template.description} />}
          <CreateForm key={id} template={template} />
        </>
      )}
    </section>
  );
}
