import { useSignal } from '@preact/signals';
import type { ReleaseComparisonResponse, TemplateVersionResponse } from '@slipway/api-schema/versions';
import { Segments } from '../../components/controls/segments.tsx';
import { ChoiceField } from '../../components/fields/field.tsx';
import { ReleaseField } from '../../components/references/release-field.tsx';
import { TemplateField } from '../../components/references/template-field.tsx';
import { useQuery } from '../../live/queries.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { navigate } from '../../navigation/router.ts';
import { t } from '../../navigation/text.ts';
import { compareUrl } from './compare-url.ts';

type Plan = ReleaseComparisonResponse['before'];

interface VersionProps {
  readonly releaseId: string;
  readonly template: Plan;
}

/** The maximum number of versions, which the server stores for a template. */
const maxVersions = 200;

/** A field that selects the version of the template. */
function VersionField({ releaseId, template }: VersionProps) {
  const path = `/templates/${lastSegment(template.id)}/versions?resultsPerPage=${maxVersions}`;
  const versions = useQuery<readonly TemplateVersionResponse[]>(path).value.value ?? [];
  const [newest] = versions;
  if (versions.length < 2) return null;
  return (
    <ChoiceField
      label="Version"
      value={String(template.version ?? newest?.number)}
      options={versions.map(
        ({ number }, index) =>
          [String(number), index === 0 ? t`Version ${number} (current)` : t`Version ${number}`] as const,
      )}
      change={(number) => navigate(compareUrl(releaseId, { other: template.id, version: Number(number) }))}
    />
  );
}

interface Props {
  readonly releaseId: string;
  /** The id of the other plan in the address; empty if there is none. */
  readonly other: string;
  /** The other plan; undefined until it is loaded. */
  readonly plan: Plan | undefined;
}

const kinds = [
  ['release', t('Release')],
  ['template', t('Template')],
] as const;

/** The fields that select the other release or template, and the version of a template. */
export function OtherPlan({ releaseId, other, plan }: Props) {
  const chosenKind = useSignal<'release' | 'template' | null>(null);
  const loadedKind = plan?.template === true ? 'template' : 'release';
  const kind = chosenKind.value ?? loadedKind;
  const select = (id: string): void => {
    if (id !== '') navigate(compareUrl(releaseId, { other: id, version: null }));
  };
  const isOfKind = plan !== undefined && plan.template === (kind === 'template');
  const text = isOfKind ? plan.id : '';
  return (
    <section class="card" aria-labelledby="other-plan">
      <header>
        <h2 id="other-plan">Compare with</h2>
        <Segments label="Kind" value={kind} options={kinds} change={(next) => (chosenKind.value = next)} />
      </header>
      <div class="body pair">
        {kind === 'template' ? (
          <TemplateField text={text} change={select} />
        ) : (
          <ReleaseField text={text} title={isOfKind ? plan.title : undefined} change={select} />
        )}
        {isOfKind && plan.template && other !== '' && <VersionField releaseId={releaseId} template={plan} />}
      </div>
    </section>
  );
}
