import type { ReleaseResponse } from '@slipway/api-schema/plans';
import TriangleAlert from '~icons/lucide/triangle-alert';
import { Switch } from '../../components/controls/switch.tsx';
import { ChoiceField, joinHints, TextField } from '../../components/fields/field.tsx';
import { MomentField } from '../../components/fields/moment-field.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { PersonField } from '../../components/people/person-field.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useChoices } from '../../components/variables/use-choices.ts';
import { ValueField } from '../../components/variables/value-field.tsx';
import { kindOf } from '../../components/variables/value-text.ts';
import { folderOf, folderOptions, useFolderList } from '../../live/folders.ts';
import { t } from '../../navigation/text.ts';
import { momentText } from '../calendar/date-texts.ts';
import { type FormValues, hasPassword, startFormVariables, variableInput } from './form-values.ts';
import { OfferedStart } from './offered-start.tsx';

interface Props {
  readonly template: ReleaseResponse;
  readonly formValues: FormValues;
  readonly update: (changes: Partial<FormValues>) => void;
}

/** The folder of the release, if the template allows other folders. */
function FolderField({ template, formValues, update }: Props) {
  const { folders, refusal, retry } = useFolderList();
  const templateFolder = folderOf(folders, template)?.name;
  const otherOptions = folderOptions(folders).filter(([, name]) => name !== templateFolder);
  return (
    <div>
      <ChoiceField
        label="Folder"
        value={formValues.folder}
        options={[
          [
            '',
            templateFolder === undefined ? t('Same folder as the template') : t`${templateFolder} (as the template)`,
          ],
          ...otherOptions,
        ]}
        change={(folder) => update({ folder })}
      />
      <Refusal message={refusal} retry={retry} />
    </div>
  );
}

interface ReleaseFieldsProps extends Props {
  /** The name of the blackout in which the planned start is; null if there is none. */
  readonly startBlackout: string | null;
  /** The end of this blackout, in milliseconds since 1970; null if the preview offers another start. */
  readonly offeredStart: number | null;
  readonly startAt: (at: number) => void;
}

/** Returns the hint for a date that the template can set. */
const defaultDate = (date: string | undefined): string =>
  date === undefined ? t('Default: no date') : t`Default: ${momentText(Date.parse(date))}, from the template`;

/** The title, folder, owner and planned start of a new release. */
export const ReleaseFields = ({ startBlackout, offeredStart, startAt, ...props }: ReleaseFieldsProps) => {
  const { template, formValues, update } = props;
  return (
    <>
      <TextField label="Title" isRequired value={formValues.title} change={(title) => update({ title })} />
      <div class="pair">
        {template.allowTargetFolderOverride && <FolderField {...props} />}
        <PersonField
          label="Owner"
          kind="user"
          hint="Default: you"
          value={formValues.owner}
          change={(owner) => update({ owner })}
        />
      </div>
      <div class="start-of-plan">
        <div class="pair">
          <MomentField
            label="Planned start"
            hint={defaultDate(template.scheduledStartDate)}
            value={formValues.start}
            change={(start) => update({ start })}
          />
          <MomentField
            label="Due"
            hint={defaultDate(template.dueDate)}
            value={formValues.due}
            change={(due) => update({ due })}
          />
        </div>
        {startBlackout !== null && (
          <p class="hint soon" role="status">
            <Icon of={TriangleAlert} size="small" />
            <span>
              In <bdi>{startBlackout}</bdi>. It postpones tasks with “Postpone during blackouts”.
              <OfferedStart at={offeredStart} startAt={startAt} />
            </span>
          </p>
        )}
      </div>
    </>
  );
};

/** The fields for the variables of the start form. */
export function ValueFields({ template, formValues, update }: Props) {
  const variables = startFormVariables(template);
  const { choices, refusal } = useChoices({ variables, textFor: (variable) => variableInput(formValues, variable) });
  if (variables.length === 0) return null;
  return (
    <fieldset>
      <legend>Variables</legend>
      <Refusal message={refusal.value} />
      {variables.map((variable) => {
        const { id, key, label, description, multiline } = variable;
        const keepsPassword = hasPassword(variable);
        const isRequired = variable.requiresValue && !keepsPassword;
        const defaultHint = keepsPassword ? t('Default: the template’s value') : undefined;
        return (
          <ValueField
            key={id}
            kind={kindOf(variable)}
            label={`${label ?? key}${isRequired || keepsPassword ? '' : t(' (optional)')}`}
            hint={joinHints(defaultHint, description) || undefined}
            isLong={multiline}
            isRequired={isRequired}
            choices={choices(variable)}
            value={variableInput(formValues, variable)}
            change={(value) => update({ values: { ...formValues.values, [key]: value } })}
          />
        );
      })}
    </fieldset>
  );
}

/** The options of a new release. */
export const OptionFields = ({ formValues, update }: Omit<Props, 'template'>) => {
  const { start, startsAutomatically, tags, description } = formValues;
  return (
    <fieldset>
      <legend>Options</legend>
      <div class="option-row">
        <Switch
          label="Start automatically"
          isOn={start !== '' && startsAutomatically}
          change={(isOn) => update({ startsAutomatically: isOn })}
          disabledReason={start === '' ? t('Enter a planned start first') : null}
        />
        <span aria-hidden="true">
          <b>Start automatically</b>
          <span class="sub">{start === '' ? t('Enter a planned start first') : t('At the planned start')}</span>
        </span>
      </div>
      <ValueField
        kind="text"
        label="Description"
        hint="Markdown supported"
        isLong
        value={description}
        change={(text) => update({ description: text })}
      />
      <ValueField kind="texts" label="Tags" value={tags} change={(text) => update({ tags: text })} />
    </fieldset>
  );
};
