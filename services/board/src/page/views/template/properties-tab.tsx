import { neededFor } from '../../data/needs.ts';
import { useEntity } from '../../live/use-entity.ts';
import { Lacking } from '../../parts/deed.tsx';
import { lastOf } from '../../place/ids.ts';
import { lackingOn } from '../release/rights.ts';
import { valuesOf } from './fields/draft.ts';
import { DraftForm } from './fields/draft-form.tsx';
import { draftOf } from './fields/drafts.ts';
import { ofTemplate } from './fields/spec.ts';
import type { TabProps } from './tab.ts';

interface RiskProfile {
  readonly id: string;
  readonly title: string;
}

/** What may be said of all of a template. */
export function PropertiesTab({ template, shown }: TabProps) {
  const { value } = useEntity<readonly RiskProfile[]>('/risks/profiles', []);
  const profiles = (value.value ?? []).map(({ id, title }) => [id, title] as const);
  const groups = ofTemplate(
    profiles.some(([id]) => id === template.riskProfile)
      ? profiles
      : [[template.riskProfile, template.riskProfile], ...profiles],
  );
  const lacking = lackingOn(template, neededFor('editTemplate'));
  return (
    <div class="narrow">
      <Lacking names={[lacking]} />
      <DraftForm
        thing={template}
        path={`/templates/${lastOf(template.id)}`}
        now={valuesOf(template)}
        draft={draftOf(template.id)}
        groups={groups}
        specs={groups.flatMap(({ fields }) => fields)}
        lacking={lacking}
        refresh={shown.refresh}
      />
    </div>
  );
}
