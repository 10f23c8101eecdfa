// Runs while the other scripts are on their way. The first format of a browser reads all that is known of languages and zones,
// which takes as long as a page needs to be drawn; those that the page makes after it take none.
new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format();
