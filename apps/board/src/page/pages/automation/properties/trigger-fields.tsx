import { Fragment } from 'preact';
import { useContext } from 'preact/hooks';
import { ChoiceField } from '../../../components/fields/field.tsx';
import { Lazy } from '../../../components/lazy.tsx';
import { TemplateField } from '../../../components/references/template-field.tsx';
import { type Folder, folderOptions, useFolders } from '../../../live/folders.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';
import { type EventScope, EventScopeContext } from '../events/event-scope.ts';
import { ScheduleFields } from '../schedule/schedule-fields.tsx';
import { propertyText } from './definition.ts';
import { PropertyFields, type PropertyFieldsProps } from './property-fields.tsx';

/** The properties that the selected event fills in. */
const presetNames: ReadonlySet<string> = new Set(['eventFilter', 'releaseTitle']);

/**
 * Returns the key of a field. The fields of a part keep their inputs, so a selected event renders them again. So does a
 * new endpoint for the list of event sources.
 */
function fieldKey(name: string, scope: EventScope | null): string {
  if (presetNames.has(name)) return `${name} ${scope?.changes.value}`;
  return name === 'eventSource' ? `${name} ${scope?.newEndpoints.value}` : name;
}

interface FolderFieldSpec {
  readonly label: string;
  /** The label of the empty option; null: a folder is required. */
  readonly none: string | null;
}

/** The properties of a trigger that contain the id of a folder. */
const folderFields: ReadonlyMap<string, FolderFieldSpec> = new Map([
  ['folderId', { label: t('Trigger folder'), none: null }],
  ['releaseFolder', { label: t('Release folder'), none: t('Same as the template') }],
]);

interface FolderProps extends FolderFieldSpec {
  readonly folders: readonly Folder[];
  /** The id of the selected folder. */
  readonly text: string;
  readonly change: (id: string) => void;
}

function FolderField({ label, none, folders, text, change }: FolderProps) {
  const knownOptions = [...(none === null ? [] : [['', none] as const]), ...folderOptions(folders)];
  const value = knownOptions.find(([id]) => lastSegment(id) === lastSegment(text))?.[0];
  // A folder that the user cannot view stays selected.
  const options = value === undefined ? [[text, lastSegment(text)] as const, ...knownOptions] : knownOptions;
  return <ChoiceField label={label} value={value ?? text} options={options} change={change} />;
}

/** The properties of a schedule, which have one group of fields. */
const scheduleNames = ['pollType', 'periodicity', 'timeZone'] as const;

const loadEventSetup = async () => (await import('../event-setup/event-setup.tsx')).EventSetup;

/** The label of the empty template of an event trigger, which a mapped property selects. */
export const eventTemplate = t('Selected by the event');

/** The hint of the release title if the trigger has an event. */
const eventTitleHint = t(
  'Default: the trigger title. Supports ${now}, ${triggerTitle}, ${counter} and values of the event.',
);

/** A field for each property of a trigger. The template and the folders are selected by title. */
export function TriggerFields({ properties, values, inputs, change }: PropertyFieldsProps) {
  const folders = useFolders();
  const scope = useContext(EventScopeContext);
  const textOf = (name: string): string => {
    const property = properties.find((item) => item.name === name);
    return inputs[name] ?? (property ? propertyText(property, values[name]) : '');
  };
  const hasEvent = properties.some(({ name }) => name === 'eventSource');
  const noTemplate = hasEvent ? eventTemplate : undefined;
  const hasSchedule = scheduleNames.every((name) => properties.some((property) => property.name === name));
  return (
    <>
      {scope && hasEvent && (
        <Lazy
          load={loadEventSetup}
          props={{
            ...{ scope, textOf },
            apply: (texts: Readonly<Record<string, string>>) => {
              for (const [member, filled] of Object.entries(texts)) change(member, filled);
            },
          }}
        />
      )}
      {properties.map((property) => {
        const { name } = property;
        const text = textOf(name);
        const setFolder = (id: string): void => change(name, id);
        if (hasSchedule && name === 'pollType') {
          return (
            <ScheduleFields
              key={name}
              pollType={text}
              periodicity={textOf('periodicity')}
              timeZone={textOf('timeZone')}
              change={(texts) => {
                for (const [member, changed] of Object.entries(texts)) change(member, changed);
              }}
            />
          );
        }
        if (hasSchedule && scheduleNames.some((member) => member === name)) return null;
        if (name === 'template') return <TemplateField key={name} none={noTemplate} text={text} change={setFolder} />;
        const folder = folderFields.get(name);
        if (folder) return <FolderField key={name} {...folder} folders={folders} text={text} change={setFolder} />;
        const key = fieldKey(name, scope);
        return (
          <Fragment key={key}>
            <PropertyFields
              properties={[scope && name === 'releaseTitle' ? { ...property, description: eventTitleHint } : property]}
              values={values}
              inputs={inputs}
              change={change}
            />
          </Fragment>
        );
      })}
    </>
  );
}
