import type { ReleaseAnswer } from '@slipway/wire';
import { folderOf, offeredFolders, useAskedFolders } from '../../live/folders.ts';
import { CheckField, ChoiceField, TextField } from '../../parts/field.tsx';
import { MomentField } from '../../parts/moment-field.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import type { Written } from './written.ts';

interface Props {
  readonly template: ReleaseAnswer;
  readonly written: Written;
  readonly put: (changes: Partial<Written>) => void;
}

/** The folder of the release, if the template leaves it to the creator. */
function FolderField({ template, written, put }: Props) {
  const { folders, refusal } = useAskedFolders();
  const home = folderOf(folders, template)?.name ?? 'its folder';
  const others = offeredFolders(folders).filter(([, name]) => name !== home);
  return (
    <>
      <ChoiceField
        label="Folder"
        value={written.folder}
        options={[['', `Where the template is: ${home}`], ...others]}
        change={(folder) => put({ folder })}
      />
      <Refusal sentence={refusal} />
    </>
  );
}

/** What a new release is called, whose and where it is, and when it starts. */
export const ReleaseFields = ({ template, written, put }: Props) => (
  <>
    <TextField label="Title (required)" isRequired value={written.title} change={(title) => put({ title })} />
    {template.allowTargetFolderOverride && <FolderField template={template} written={written} put={put} />}
    <TextField
      label="Owner"
      hint="A user name. Empty: yours."
      value={written.owner}
      change={(owner) => put({ owner })}
    />
    <MomentField label="Planned start" value={written.start} change={(start) => put({ start })} />
    {written.start !== '' && (
      <CheckField
        label="Start automatically"
        isOn={written.startsItself}
        change={(startsItself) => put({ startsItself })}
      />
    )}
  </>
);
