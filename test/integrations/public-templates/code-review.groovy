xlr {
  template('Review of the library catalog') {
    folder('Library')
    phases {
      phase('Review') {
        color '#0099CC'
        tasks {
          notification('Invite the reviewers') {
            addresses 'reviewers@example.com'
            subject 'A change of the catalog waits for a review'
            body 'Read the change of the catalog before Friday.'
          }
          custom('Quality gate') {
            script {
              type 'sonar.checkCompliance'
            }
          }
          custom('Nightly job') {
            script {
              type 'jenkins.Build'
              jenkinsServer 'Library builds'
            }
          }
        }
      }
    }
  }
}
