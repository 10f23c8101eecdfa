import { neededFor } from '../../data/needs.ts';
import { Lacking } from '../../parts/deed.tsx';
import { valuesOf } from '../../parts/drafts/draft.ts';
import { DraftForm } from '../../parts/drafts/draft-form.tsx';
import { draftOf } from '../../parts/drafts/drafts.ts';
import { useRiskProfiles } from '../../parts/drafts/risk-profiles.ts';
import { ofTemplate } from '../../parts/drafts/spec.ts';
import { lastOf } from '../../place/ids.ts';
import { lackingOn } from '../release/rights.ts';
import type { TabProps } from './tab.ts';

/** The fields of a template. */
export function PropertiesTab({ template, shown }: TabProps) {
  const groups = ofTemplate(useRiskProfiles(template.riskProfile));
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
        isDisabled={lacking !== null}
        refresh={shown.refresh}
      />
    </div>
  );
}
