import { TextField } from '../../../components/fields/field.tsx';
import type { SettingsForm } from './insight-settings.ts';

interface Props {
  readonly form: SettingsForm;
  readonly change: (changes: Partial<SettingsForm>) => void;
}

/** The names of the variables that hold the values of a deployment. */
export const VariableFields = ({ form, change }: Props) => (
  <>
    <TextField
      label="Variable of the application"
      hint="The key of a release variable, without the dollar sign and braces"
      isRequired
      value={form.application}
      change={(application) => change({ application })}
    />
    <TextField
      label="Variable of the environment"
      hint="For example production-eu"
      isRequired
      value={form.environment}
      change={(environment) => change({ environment })}
    />
    <TextField
      label="Variable of the stage"
      hint="The stage of the environment. It decides whether the deployment counts"
      isRequired
      value={form.stage}
      change={(stage) => change({ stage })}
    />
    <TextField
      label="Variable of the commit times (optional)"
      hint="A list of times, for the lead time of each commit"
      value={form.commitTimes}
      change={(commitTimes) => change({ commitTimes })}
    />
    <TextField
      label="Variable of the kind (optional)"
      hint="Its value is rollback or hotfix. Tags with these names count too"
      value={form.kind}
      change={(kind) => change({ kind })}
    />
    <TextField
      label="Variable of the artifact (optional)"
      hint="The package URL of the deployed artifact"
      value={form.artifactId}
      change={(artifactId) => change({ artifactId })}
    />
  </>
);

/** The stages that are production. */
export const StagesField = ({ form, change }: Props) => (
  <TextField
    label="Production stages"
    hint="Separated by commas. Only deployments to these stages count"
    value={form.stages}
    change={(stages) => change({ stages })}
  />
);
