import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { messageOf } from '../../api/errors.ts';
import type { DisplayMessage } from '../../api/language.ts';
import { mutate } from '../../api/rest.ts';
import { Skeleton } from '../../components/empty-state.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { plural, t } from '../../navigation/text.ts';
import type { Integration, IntegrationChange } from './responses.ts';

/** The maximum number of displayed tasks. */
const maxShown = 20;

const pathOf = (name: string, enables: boolean): string =>
  `/integrations/${encodeURIComponent(name)}/${enables ? 'enable' : 'disable'}`;

/** The numbers of templates and releases in one line. */
function placesText({ templates, releases }: IntegrationChange): string {
  const [inTemplates, inReleases] = [
    plural(templates, '# template', '# templates'),
    plural(releases, '# open release', '# open releases'),
  ];
  if (releases === 0) return inTemplates;
  return templates === 0 ? inReleases : t`${inTemplates} and ${inReleases}`;
}

const effectText = (change: IntegrationChange, enables: boolean): string => {
  const places = placesText(change);
  return enables
    ? plural(
        change.tasks,
        `# manual task becomes automatic, in ${places}.`,
        `# manual tasks become automatic, in ${places}.`,
      )
    : plural(change.tasks, `# task becomes manual, in ${places}.`, `# tasks become manual, in ${places}.`);
};

interface PreviewProps {
  readonly change: IntegrationChange;
  readonly enables: boolean;
}

/** The tasks that a change affects. */
function Preview({ change, enables }: PreviewProps) {
  if (change.tasks === 0) {
    return <p>{enables ? t('No existing task becomes automatic.') : t('No existing task becomes manual.')}</p>;
  }
  return (
    <>
      <p>
        <b>{effectText(change, enables)}</b>
      </p>
      <ul class="affected-tasks">
        {change.first.slice(0, maxShown).map(({ id, title, releaseTitle, template }) => (
          <li key={id}>
            <bdi>{title}</bdi>
            <span class="sub">
              <bdi>{releaseTitle}</bdi>
              {template && <span class="tag">Template</span>}
            </span>
          </li>
        ))}
      </ul>
      {change.tasks > maxShown && <p class="hint">First {maxShown}</p>}
    </>
  );
}

interface Props {
  readonly integration: Integration;
  readonly close: () => void;
  readonly onDone: () => Promise<void>;
}

/** A dialog that enables or disables an integration, after it has listed the affected tasks. */
export function ChangeDialog({ integration: { name, title, enabled }, close, onDone }: Props) {
  const change = useSignal<IntegrationChange | null>(null);
  const refusal = useSignal<DisplayMessage | null>(null);
  const enables = !enabled;
  useEffect(() => {
    mutate<IntegrationChange>('POST', `${pathOf(name, enables)}?dryRun=true`).then(
      (preview) => (change.value = preview),
      (error: unknown) => (refusal.value = messageOf(error)),
    );
  }, [name]);
  const run = async (): Promise<string> => {
    await mutate('POST', pathOf(name, enables));
    await onDone();
    return enables ? t`${title} enabled` : t`${title} disabled`;
  };
  return (
    <FormDialog
      title={enables ? t`Enable ${title}?` : t`Disable ${title}?`}
      submitLabel={enables ? t('Enable integration') : t('Disable integration')}
      isDanger={!enables}
      isDisabled={change.value === null}
      close={close}
      run={run}
    >
      <Refusal message={refusal.value} />
      {change.value === null && refusal.value === null && <Skeleton lines={3} />}
      {change.value && <Preview change={change.value} enables={enables} />}
      <p class="hint">The change is active at once. Tasks that have started continue as they are.</p>
    </FormDialog>
  );
}
