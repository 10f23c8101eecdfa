xlr {
  template('New edition of the recipes') {
    folder('Kitchen/Editions')
    variables {
      stringVariable('EDITION') {
        label 'Edition'
        description 'Three numbers, for example 1.2.3'
      }
      stringVariable('SOURCE_BRANCH') {
        label 'Source branch'
        value 'master'
      }
    }
    scheduledStartDate Date.parse("yyyy-MM-dd'T'HH:mm:ssZ", '2021-04-12T09:00:00+0200')
    phases {
      phase('Check') {
        tasks {
          script('Show the branch') {
            script (['''\
branch = '${SOURCE_BRANCH}'
print('Branch: ' + branch)
'''])
          }
        }
      }
      phase('Branch') {
        color '#0099CC'
        tasks {
          custom('New branch of the edition') {
            script {
              type 'github.CreateBranch'
              server 'Kitchen repositories'
              organization 'kitchen'
              repositoryName 'recipes'
              oldBranch '${SOURCE_BRANCH}'
              newBranch '${EDITION}-fixes'
            }
          }
        }
      }
      phase('Publish') {
        color '#0099CC'
        tasks {
          custom('Publish the edition') {
            script {
              type 'jenkins.Build'
              jenkinsServer 'Kitchen builds'
              jobName 'Kitchen Tools/job/Publish Recipes'
              jobParameters 'BRANCH=${EDITION}-fixes\n' +
              'TARGET=${EDITION}'
            }
          }
          custom('Message to the cooks') {
            script {
              type 'slack.Notification'
              server 'Cooks'
              title 'Recipes ${EDITION}'
              message 'Recipes ${EDITION} are at https://recipes.example.com/${EDITION}. Branch: ${EDITION}-fixes.'
              titleLink 'https://recipes.example.com/${EDITION}'
              color 'good'
            }
          }
        }
      }
    }
  }
}
