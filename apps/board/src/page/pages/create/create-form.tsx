import { type Signal, useSignal } from '@preact/signals';
import type { ChildVariablesResponse, ReleaseResponse } from '@slipway/api-schema/plans';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import CircleAlert from '~icons/lucide/circle-alert';
import { messageOf } from '../../api/errors.ts';
import type { DisplayMessage } from '../../api/language.ts';
import { missingCreatePermission } from '../../api/permissions.ts';
import { mutate } from '../../api/rest.ts';
import { draftSignal } from '../../api/session.ts';
import { MissingPermissions } from '../../components/controls/action-button.tsx';
import { fromDateInput, toDateInput } from '../../components/fields/date-input.ts';
import { Icon } from '../../components/marks/icon.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { showToast } from '../../components/toast.tsx';
import { useQuery } from '../../live/queries.ts';
import type { Topic } from '../../live/subscriptions.ts';
import { announce } from '../../navigation/announce.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { isNarrow } from '../../navigation/narrow.ts';
import { location, navigate, replaceUrl } from '../../navigation/router.ts';
import { plural, t } from '../../navigation/text.ts';
import { assigneesOf } from './assignees.ts';
import { AssigneesCard } from './assignees-card.tsx';
import { childVariablesBody, childVariablesPath, missingChildLabels } from './child-values.ts';
import { ChildValuesCard } from './child-values-card.tsx';
import { OptionFields, ReleaseFields, ValueFields } from './fields.tsx';
import { type FormValues, formValuesFormat, initialValues, toRequestBody, variableInputs } from './form-values.ts';
import { PreviewCard } from './preview-card.tsx';
import { TemplateCard } from './template-card.tsx';
import { createUrl } from './url-state.ts';
import { type PlannedDates, usePlannedDates } from './use-preview.ts';

/** The submit buttons of the form. */
type SubmitAction = 'create' | 'start' | 'another';

const successMessages: Readonly<Record<Exclude<SubmitAction, 'another'>, string>> = {
  create: t('Release created'),
  start: t('Release started'),
};

const isSubmitAction = (text: string | undefined): text is SubmitAction =>
  text === 'create' || text === 'start' || text === 'another';

/** Returns the button that submitted the form. Enter in a field counts as the first button. */
const submitActionOf = ({ submitter }: SubmitEvent): SubmitAction => {
  const name = submitter instanceof HTMLButtonElement ? submitter.value : undefined;
  return isSubmitAction(name) ? name : 'create';
};

const drafts = draftSignal<FormValues | null>('new release', null);

/**
 * Returns the unsent inputs of the form for a template; null without inputs. They remain after the view is closed, and
 * after a reload.
 */
const formDraft = (template: ReleaseResponse): Signal<FormValues | null> =>
  drafts(lastSegment(template.id), formValuesFormat(template));

/** Returns the unsent inputs of the form, and the inputs without them. A link to the form can set the planned start. */
function useDraft(template: ReleaseResponse) {
  const draft = useMemo(() => formDraft(template), [template]);
  const { start } = createUrl.parse(location.peek().query);
  const initial = useMemo(() => initialValues(template, start), [template, start]);
  useEffect(() => {
    const stored = draft.peek();
    if (start !== '' && stored !== null) draft.value = { ...stored, start };
  }, []);
  const update = (changes: Partial<FormValues>): void => {
    draft.value = { ...(draft.peek() ?? initial), ...changes };
    // A reload keeps the edited start.
    if (changes.start !== undefined && start !== '') replaceUrl(createUrl.url(location.peek().path, { start: '' }));
  };
  return { draft, initial, update };
}

interface SubmitOptions {
  readonly childTemplates: ReturnType<typeof useChildTemplates>;
  /** Called after the form was sent for one of several releases. */
  readonly startNext: () => void;
}

/** Returns the variables of the releases that tasks of the new release create. */
function useChildTemplates(template: ReleaseResponse) {
  const topics = useMemo((): readonly Topic[] => [`release=${lastSegment(template.id)}`], [template.id]);
  return useQuery<readonly ChildVariablesResponse[]>(childVariablesPath(template), { topics });
}

/** Returns a function that sends the form, and its state. It ignores a second submit. */
function useSubmit(
  template: ReleaseResponse,
  draft: Signal<FormValues | null>,
  initial: FormValues,
  { childTemplates, startNext }: SubmitOptions,
) {
  const refusal = useSignal<DisplayMessage | null>(null);
  const isBusy = useSignal(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy.peek()) return;
    const submitAction = submitActionOf(event);
    refusal.value = null;
    isBusy.value = true;
    try {
      const path = `/templates/${lastSegment(template.id)}/${submitAction === 'start' ? 'start' : 'create'}`;
      const sentValues = draft.peek() ?? initial;
      const childVariables = childVariablesBody(childTemplates.value.peek() ?? [], sentValues);
      const body = { ...toRequestBody(template, sentValues), ...(childVariables.length > 0 && { childVariables }) };
      const { id, title } = await mutate<ReleaseResponse>('POST', path, body);
      if (submitAction === 'another') {
        // The next release usually differs in a few values only.
        draft.value = { ...sentValues, title: '' };
        isBusy.value = false;
        showToast(t`${title} created`);
        startNext();
        return;
      }
      draft.value = null;
      announce(successMessages[submitAction]);
      navigate(`/releases/${lastSegment(id)}`);
    } catch (error) {
      refusal.value = messageOf(error);
      isBusy.value = false;
    }
  };
  return { submit, refusal, isBusy };
}

interface FooterProps {
  readonly template: ReleaseResponse;
  readonly isBusy: boolean;
  readonly refusal: DisplayMessage | null;
  /** The number of fields that the last submit rejected. */
  readonly invalidCount: number;
}

/** The buttons of the form, and why it was not sent. */
function Footer({ template, isBusy, refusal, invalidCount }: FooterProps) {
  const missingPermission = missingCreatePermission(template);
  const isDisabled = missingPermission !== null || isBusy;
  return (
    <footer class="foot-of-form" data-toasts-above="">
      <div>
        <Refusal message={refusal} />
        <MissingPermissions names={[missingPermission]} />
        {invalidCount > 0 && (
          <p class="late with-icon" role="status">
            <Icon of={CircleAlert} size="small" />
            {plural(invalidCount, '# field needs attention', '# fields need attention')}
          </p>
        )}
      </div>
      <div class="row wrapped">
        <Link to={`/templates/${lastSegment(template.id)}`} class="button quiet">
          Cancel
        </Link>
        <button type="submit" class="main" value="create" disabled={isDisabled}>
          Create release
        </button>
        <button type="submit" value="another" disabled={isDisabled}>
          Create and add another
        </button>
        <button type="submit" value="start" disabled={isDisabled}>
          Create and start
        </button>
      </div>
    </footer>
  );
}

interface PreviewProps {
  readonly template: ReleaseResponse;
  readonly formValues: FormValues;
  readonly dates: PlannedDates;
  readonly startAt: (at: number) => void;
  readonly childList: readonly ChildVariablesResponse[];
}

/** The estimated dates, people and teams of the release. */
function Preview({ template, formValues, dates, startAt, childList }: PreviewProps) {
  const { preview } = dates;
  const missingTitle = formValues.title.trim() === '' ? [t('Title')] : [];
  const assignees = useMemo(
    () => preview && assigneesOf(template, preview, variableInputs(template, formValues)),
    [template, preview, formValues],
  );
  return (
    <aside class="stack preview-of-form" aria-label="Preview">
      <PreviewCard
        template={template}
        missingInputs={[...missingTitle, ...missingChildLabels(childList, formValues)]}
        due={fromDateInput(formValues.due) ?? template.dueDate ?? null}
        isTemplateDue={formValues.due === ''}
        {...dates}
        startAt={startAt}
      />
      {assignees && <AssigneesCard assignees={assignees} />}
    </aside>
  );
}

/** The form that creates a release from a template, with a preview of its dates. It then opens the release. */
export function CreateForm({ template }: { readonly template: ReleaseResponse }) {
  const { draft, initial, update } = useDraft(template);
  const formValues = draft.value ?? initial;
  const form = useRef<HTMLFormElement>(null);
  const focusTitle = (): void => form.current?.querySelector('input')?.focus();
  const childTemplates = useChildTemplates(template);
  const { submit, refusal, isBusy } = useSubmit(template, draft, initial, { childTemplates, startNext: focusTitle });
  // On a phone, the focus would open the keyboard over the form.
  useEffect(() => {
    if (!isNarrow.peek()) focusTitle();
  }, []);
  const invalidCount = useSignal(0);
  const dates = usePlannedDates(template, formValues);
  const countInvalid = (): void => {
    invalidCount.value = form.current?.querySelectorAll(':invalid:not(fieldset)').length ?? 0;
  };
  const startAt = (at: number): void => update({ start: toDateInput(new Date(at).toISOString()) });
  const fieldProps = { template, formValues, update };
  return (
    <form
      ref={form}
      class="create"
      onSubmit={(event) => void submit(event)}
      onInvalidCapture={countInvalid}
      onInput={() => {
        if (invalidCount.peek() > 0) countInvalid();
      }}
    >
      <div class="fields-of-form">
        <TemplateCard template={template} />
        <ReleaseFields
          {...fieldProps}
          startBlackout={dates.startBlackout?.label ?? null}
          offeredStart={dates.isDelayed ? null : dates.offeredStart}
          startAt={startAt}
        />
        <ValueFields {...fieldProps} />
        <ChildValuesCard childTemplates={childTemplates} inputs={formValues} update={update} />
        <OptionFields {...fieldProps} />
      </div>
      <Footer {...{ template, invalidCount: invalidCount.value, isBusy: isBusy.value, refusal: refusal.value }} />
      <Preview {...{ template, formValues, dates, startAt }} childList={childTemplates.value.value ?? []} />
    </form>
  );
}
