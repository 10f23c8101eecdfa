import { FieldChip } from '../../../components/controls/filter-controls.tsx';
import { ChoiceField } from '../../../components/fields/field.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import type { QueryResult } from '../../../live/queries.ts';
import { t } from '../../../navigation/text.ts';
import type { InsightsContext } from '../data/insights-context.ts';
import type { InsightsResponse } from '../data/responses.ts';
import { groupNames } from './targets.ts';
import { type Names, useApplications, useEnvironments } from './use-targets.ts';

interface Props {
  readonly context: InsightsContext;
  /** The shown applications and environments. */
  readonly applications: Names;
  readonly environments: Names;
}

interface FieldProps {
  readonly label: string;
  /** The label of the option without a filter. */
  readonly all: string;
  readonly selected: Names;
  readonly existing: QueryResult<InsightsResponse>;
  readonly change: (names: readonly string[]) => void;
}

/** A select field with the existing names. */
function NameField({ label, all, selected, existing, change }: FieldProps) {
  const names = groupNames(existing.value.value);
  const [name = ''] = selected ?? [];
  const options = name === '' || names.includes(name) ? names : [name, ...names];
  return (
    <>
      <ChoiceField
        label={label}
        value={name}
        options={[['', all], ...options.map((option) => [option, option] as const)]}
        change={(text) => change(text === '' ? [] : [text])}
      />
      <Refusal message={existing.refusal.value} retry={existing.retry} />
    </>
  );
}

const ApplicationField = ({ context, applications }: Props) => (
  <NameField
    label={t('Application')}
    all={t('All applications')}
    selected={applications}
    existing={useApplications(context, true)}
    // Another application has its own environments.
    change={(names) => context.change({ applications: names, environments: null })}
  />
);

const EnvironmentField = ({ context, applications, environments }: Props) => (
  <NameField
    label={t('Environment')}
    all={t('All environments')}
    selected={environments}
    existing={useEnvironments(context, applications)}
    change={(names) => context.change({ environments: names })}
  />
);

const textOf = (names: Names): string => (names === null ? '…' : names.join(', ') || t('All'));

/** The filters by application and environment. Their choices are requested when they open. */
export function TargetChips(props: Props) {
  const { context, applications, environments } = props;
  const { query, change } = context;
  return (
    <>
      <FieldChip
        label="Application"
        text={textOf(applications)}
        remove={query.applications === null ? null : () => change({ applications: null, environments: null })}
      >
        <ApplicationField {...props} />
      </FieldChip>
      <FieldChip
        label="Environment"
        text={textOf(environments)}
        remove={query.environments === null ? null : () => change({ environments: null })}
      >
        <EnvironmentField {...props} />
      </FieldChip>
    </>
  );
}
