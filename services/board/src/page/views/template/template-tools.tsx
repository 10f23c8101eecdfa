import type { ReleaseResponse } from '@slipway/wire';
import { missingCreatePermission } from '../../live/use-rights.ts';
import { MissingPermissions, ActionLink } from '../../parts/deed.tsx';
import { FileLink } from '../../parts/files/file-link.tsx';
import { lastSegment } from '../../place/ids.ts';
import { usePaletteActions } from '../../place/offers.ts';
import { navigate } from '../../place/router.ts';

/** What may be made of a template: a release, or a file that an import takes. */
export function TemplateTools({ template }: { readonly template: ReleaseResponse }) {
  const { id, title } = template;
  const templateKey = lastSegment(id);
  const missingPermission = missingCreatePermission(template);
  usePaletteActions([{ name: `New release from ${title}`, missingPermission, run: () => navigate(`/templates/${templateKey}/create`) }]);
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
