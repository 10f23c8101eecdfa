xlr {
  template('New edition of the star charts') {
    folder('observatory')
    variables {
      stringVariable('CHART_VERSION') {
        label 'Version of the charts'
      }
      stringVariable('BRANCH') {
        label 'Branch'
        value 'development'
      }
    }
    phases {
      phase('Prepare') {
        color '#0099CC'
        tasks {
          custom('Branch of the charts') {
            script {
              type 'github.CreateBranch'
              server 'Observatory repositories'
              organization 'observatory'
              repositoryName 'star-charts'
              oldBranch '${BRANCH}'
              newBranch '${CHART_VERSION}-support'
            }
          }
        }
      }
      phase('Print') {
        color '#0099CC'
        tasks {
          custom('Print the charts') {
            script {
              type 'jenkins.Build'
              jenkinsServer 'Observatory builds'
              jobName 'Charts/job/Print'
              jobParameters 'BRANCH=${CHART_VERSION}-support\n' +
              'FOLDER=${CHART_VERSION}'
            }
          }
          custom('Message to the astronomers') {
            script {
              type 'slack.Notification'
              server 'Astronomers'
              title 'Charts ${CHART_VERSION}'
              message 'The charts ${CHART_VERSION} are printed.'
              titleLink 'https://charts.example.com/${CHART_VERSION}'
              color 'good'
            }
          }
        }
      }
    }
  }
}
