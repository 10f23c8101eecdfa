import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { ActionLink, MissingPermissions } from '../../components/action-button.tsx';
import { FileLink } from '../../components/files/file-link.tsx';
import { missingCreatePermission } from '../../live/use-permissions.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { usePaletteActions } from '../../navigation/palette-actions.ts';
import { navigate } from '../../navigation/router.ts';

/** What may be made of a template: a release, or a file that an import takes. */
export function TemplateTools({ template }: { readonly template: ReleaseResponse }) {
  const { id, title } = template;
  const templateKey = lastSegment(id);
  const missingPermission = missingCreatePermission(template);
  usePaletteActions([
    { name: `New release from ${title}`, missingPermission, run: () => navigate(`/templates/${templateKey}/create`) },
  ]);
  return (
    <>
      <div class="tools">
        <ActionLink missingPermission={missingPermission} to={`/templates/${templateKey}/create`}>
          New release
        </ActionLink>
        <FileLink path={`/templates/zip/${templateKey}`}>Export as .xlr</FileLink>
        <FileLink path={`/dsl/export/${templateKey}`}>Export as Groovy</FileLink>
      </div>
      <MissingPermissions names={[missingPermission]} objectId={id} />
    </>
  );
}
