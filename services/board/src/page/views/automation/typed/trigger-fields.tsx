import { type Folder, offeredFolders, useFolders } from '../../../live/folders.ts';
import { ChoiceField } from '../../../parts/field.tsx';
import { TemplateField } from '../../../parts/references/template-field.tsx';
import { lastOf } from '../../../place/ids.ts';
import { textIn } from './definition.ts';
import { TypedFields, type TypedFieldsProps } from './typed-fields.tsx';

interface Named {
  readonly label: string;
  /** what it means that there is none; null: there is always one */
  readonly none: string | null;
}

/** What a trigger names by the id of a folder. */
const folderNames: ReadonlyMap<string, Named> = new Map([
  ['folderId', { label: 'Folder', none: null }],
  ['releaseFolder', { label: 'Release folder', none: 'That of the template' }],
]);

interface FolderProps extends Named {
  readonly folders: readonly Folder[];
  /** the id of a folder */
  readonly text: string;
  readonly change: (id: string) => void;
}

function PlaceField({ label, none, folders, text, change }: FolderProps) {
  const known = [...(none === null ? [] : [['', none] as const]), ...offeredFolders(folders)];
  const value = known.find(([id]) => lastOf(id) === lastOf(text))?.[0];
  // one that the viewer does not see stays what it is
  const options = value === undefined ? [[text, lastOf(text)] as const, ...known] : known;
  return <ChoiceField label={label} value={value ?? text} options={options} change={change} />;
}

/** A field for each property of a trigger: its template and folders are chosen by their titles. */
export function TriggerFields({ properties, values, typed, change }: TypedFieldsProps) {
  const folders = useFolders();
  return (
    <>
      {properties.map((property) => {
        const { name } = property;
        const text = typed[name] ?? textIn(property, values[name]);
        const write = (id: string): void => change(name, id);
        if (name === 'template') return <TemplateField key={name} text={text} change={write} />;
        const folder = folderNames.get(name);
        if (folder) return <PlaceField key={name} {...folder} folders={folders} text={text} change={write} />;
        return <TypedFields key={name} properties={[property]} values={values} typed={typed} change={change} />;
      })}
    </>
  );
}
