import { useSignal } from '@preact/signals';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { useEffect } from 'preact/hooks';
import { messageOf } from '../../api/errors.ts';
import type { DisplayMessage } from '../../api/language.ts';
import { mutate } from '../../api/rest.ts';
import { MissingPermissions } from '../../components/action-button.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { NotFound } from '../../components/not-found.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useEntity } from '../../live/queries.ts';
import { missingCreatePermission } from '../../live/use-permissions.ts';
import { announce } from '../../navigation/announce.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { navigate, type ViewProps } from '../../navigation/router.ts';
import { type FormValues, initialValues, startFormVariables, toRequestBody } from './form-values.ts';
import { ReleaseFields } from './release-fields.tsx';
import { ValueFields } from './value-fields.tsx';

/** What follows the word with which a form was sent. */
type SubmitAction = 'create' | 'start';

const successMessages: Readonly<Record<SubmitAction, string>> = {
  create: 'was created.',
  start: 'was created and started.',
};

const isSubmitAction = (text: string | undefined): text is SubmitAction => text === 'create' || text === 'start';

/** Which of two buttons a form was sent with; by Enter in a field it is the first one. */
const submitActionOf = ({ submitter }: SubmitEvent): SubmitAction => {
  const name = submitter instanceof HTMLButtonElement ? submitter.value : undefined;
  return isSubmitAction(name) ? name : 'create';
};

/** The form from which a release of a template is made; then its viewer is at the release. */
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
      announce(`${formValues.value.title} ${successMessages[submitAction]}`);
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
        Create
      </button>
      <button type="submit" value="start" disabled={isDisabled}>
        Create and start
      </button>
      <MissingPermissions names={[missingPermission]} />
    </form>
  );
}

/** Creates a release from a template, with the values of its start form. */
export function Create({ params: { id = '' } }: ViewProps) {
  const templateEntity = useEntity<ReleaseResponse>(`/templates/${id}`, [`release=${id}`]);
  const template = templateEntity.value.value;
  const title = template?.title;
  useEffect(() => {
    document.title = `New release${title === undefined ? '' : ` of ${title}`} · Slipway`;
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
            Of the template <Link to={`/templates/${id}`}>{template.title}</Link>
          </p>
          {template.description && <Markdown text={template.description} />}
          <CreateForm key={id} template={template} />
        </>
      )}
    </section>
  );
}
