import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { CheckField, ChoiceField, TextField } from '../../components/fields/field.tsx';
import { MomentField } from '../../components/fields/moment-field.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { folderOf, folderOptions, useFolderList } from '../../live/folders.ts';
import type { FormValues } from './form-values.ts';

interface Props {
  readonly template: ReleaseResponse;
  readonly formValues: FormValues;
  readonly update: (changes: Partial<FormValues>) => void;
}

/** The folder of the release, if the template leaves it to the creator. */
function FolderField({ template, formValues, update }: Props) {
  const { folders, refusal } = useFolderList();
  const templateFolder = folderOf(folders, template)?.name ?? 'its folder';
  const otherOptions = folderOptions(folders).filter(([, name]) => name !== templateFolder);
  return (
    <>
      <ChoiceField
        label="Folder"
        value={formValues.folder}
        options={[['', `Where the template is: ${templateFolder}`], ...otherOptions]}
        change={(folder) => update({ folder })}
      />
      <Refusal message={refusal} />
    </>
  );
}

/** The title, owner, folder and dates of a new release. */
export const ReleaseFields = ({ template, formValues, update }: Props) => (
  <>
    <TextField label="Title (required)" isRequired value={formValues.title} change={(title) => update({ title })} />
    {template.allowTargetFolderOverride && <FolderField template={template} formValues={formValues} update={update} />}
    <TextField
      label="Owner"
      hint="A user name. Empty: yours."
      value={formValues.owner}
      change={(owner) => update({ owner })}
    />
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
