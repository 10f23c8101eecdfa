// Exported from:        http://releases.example.com:5516/#/templates/Folder1-Release2/code
// Release version:      22.0.0
// Date created:         Wed Feb 16 15:45:07 IST 2022

xlr {
  template('Notes') {
    folder('N')
    scheduledStartDate Date.parse("yyyy-MM-dd'T'HH:mm:ssZ", '2022-02-11T09:00:00+0530')
    phases {
      phase('New Phase') {
        tasks {
          manual('first') {
            facets {
              facet('udm.DeploymentTaskFacet') {
                variableMapping 'version':'${v}','environmentId':'${e}'
              }
              facet {
                type 'udm.DeploymentTaskFacet'
                version '1'
              }
            }
            comments {
              comment {
                text 'said'
                author 'ann'
                date Date.parse("yyyy-MM-dd'T'HH:mm:ssZ", '2022-02-10T15:30:01+0200')
                creationDate Date.parse("yyyy-MM-dd'T'HH:mm:ssZ", '2022-02-10T15:30:01+0200')
              }
            }
            attachments {
              attachment("sql:Attachment1c2d") {
                filename "attachments/Attachment1c2d-🌈 icon.svg"
              }
            }
          }
          groovyScript('G') {
            ignoreScriptVariableInterpolation true
            script (['''\
def text = \'\'\'\\
a 'b' ${c}
\'\'\'
[1, 2].each { println("\\n" + it) }
'''])
          }
        }
      }
    }
    extensions {
      dashboard('Dashboard') {
        parentId 'Applications/Folder1/Release2'
        owner 'admin'
        tiles {
          releaseProgressTile('Release progress') {
            
          }
        }
      }
    }
    
  }
}
